"""The forty tasks are as they were frozen, and of the kinds that were promised."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bench.effect.check import faults_of
from bench.effect.freeze import changed, digests
from bench.effect.tasks import NOTHING, BadTask, Task, all_tasks, is_told, tasks_of
from tests.bench.effect.example import EXAMPLE, example_with

TASKS = all_tasks()


def test_tasks_and_judges_are_as_frozen() -> None:
    """Whoever changes one freezes it again, and says so."""
    assert changed(digests()) == []


def test_a_change_of_any_file_is_noticed(tmp_path: Path) -> None:
    """Also of one that only the judge has."""
    folder = example_with(tmp_path)
    before = digests(tmp_path)[folder.name]
    (folder / "hidden" / "other-name" / "hidden.sh").write_text("true\n")
    assert digests(tmp_path)[folder.name] != before


def test_there_are_forty_in_two_halves_by_repository() -> None:
    """Eight repositories of four languages; in a quarter there is nothing to remember."""
    repositories = {task.repository.name: task.repository for task in TASKS}
    assert len(TASKS) == 40
    assert Counter(each.language for each in repositories.values()) == dict.fromkeys(
        ("python", "javascript", "c", "perl"), 2
    )
    assert Counter(task.repository.half for task in TASKS) == {"first": 20, "second": 20}
    assert sum(task.kind == NOTHING for task in TASKS) == 10


@pytest.mark.parametrize("task", [task for task in TASKS if task.fact], ids=lambda task: task.name)
def test_each_fact_matters_to_an_act_and_is_not_in_the_prompt(task: Task) -> None:
    """What is due stands in the agents' own file."""
    heeded = {name for act in task.session.acts for name in act.told}
    assert {fact.id for fact in task.fact} == heeded
    assert not any(fact.is_said_by(task.session.says) for fact in task.fact)
    assert all(fact.is_said_by(task.file) for fact in task.due)


def test_the_example_is_as_a_task_must_be() -> None:
    """So are the forty, in the long run below."""
    [task] = tasks_of(EXAMPLE)
    assert list(faults_of(task)) == []


@pytest.mark.full
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_each_task_is_as_it_must_be(task: Task) -> None:
    """It is not done before, not clean without what is due, and clean with it."""
    assert list(faults_of(task)) == []


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("Good morning, Ada!", "Hello, Ada!", "done before session 4"),
        ('must_run = ["verify', 'must_run = ["nowhere', "not clean"),
        ("told = { verify", "told = { other", "no act of session 4 heeds verify"),
        ("Greet with Good", "With verify.sh greet with Good", "the prompt of session 4 says"),
        ("Check with `sh verify.sh`", "Check it", "own file does not say"),
        ('kind = "renamed-script"', 'kind = "nothing"', "but a fact is due"),
    ],
)
def test_a_task_that_measures_nothing_is_named(
    tmp_path: Path, old: str, new: str, fault: str
) -> None:
    """With what is wrong with it."""
    [task] = tasks_of(example_with(tmp_path, {old: new}))
    assert any(fault in each for each in faults_of(task))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('run = "sh verify.sh"', 'run = "sh verify.sh", read = "x"'),
        ('about = "The script', 'abut = "The script'),
        ("[[", "["),
    ],
)
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, old: str, new: str) -> None:
    """With its path."""
    folder = example_with(tmp_path, {old: new})
    with pytest.raises(BadTask, match=r"other-name\.toml could not be read"):
        list(tasks_of(folder))


def test_a_line_that_says_what_is_right_beside_it_misleads_nobody() -> None:
    """A fact that must not be shown is told by a line that says it alone."""
    [task] = [task for task in TASKS if task.name == "lockbook/boat-index"]
    wrong = task.wrong[0]
    assert is_told(wrong, "run script/reindex", task.fact)
    assert not is_told(wrong, "not script/reindex but bin/lockbook index", task.fact)
    assert is_told(wrong, "bin/lockbook index\nrun script/reindex", task.fact)
