"""Runs are drawn by chance, kept as they end, and made once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.effect import logs
from bench.effect.__main__ import main as command_line
from bench.effect.command import _brief, main
from bench.effect.freeze import of_task
from bench.effect.plan import Job, planned, startable
from bench.effect.runs import Made
from bench.effect.tasks import all_tasks
from tests.bench.effect.model_by_files import ModelByFiles
from tests.bench.effect.test_analysis import log
from tests.bench.effect.test_files import one_that_reads

TASKS = Path(__file__).parent
NAMES = st.lists(st.sampled_from(["a/1", "a/2", "b/1", "c/1"]), unique=True, min_size=1)
ARMS = st.lists(st.sampled_from(["none", "rules", "own-file"]), unique=True, min_size=1)


def effect(folder: Path, *words: str) -> int:
    """`./run effect` by files on the example."""
    return main(["--agent", "files", "--folder", str(folder / "asked"), "--into", str(folder),
                 "--tasks", str(TASKS), "--arm", "none", "--model-name", "double",
                 "--task", "greeter/other-name", *words])  # fmt: skip


@given(NAMES, ARMS, st.integers(1, 4), st.integers())
def test_each_task_and_arm_has_its_runs_in_an_order_of_chance(
    tasks: list[str], arms: list[str], runs: int, seed: int
) -> None:
    """The same for the same seed, and a whole round before the next."""
    jobs = planned(tasks, arms, runs, seed)
    assert jobs == planned(tasks, arms, runs, seed)
    assert {*jobs} == {Job(task, arm, run + 1)
                       for task in tasks for arm in arms for run in range(runs)}  # fmt: skip
    assert len(jobs) == len(tasks) * len(arms) * runs
    assert [each.run for each in jobs] == sorted(each.run for each in jobs)


def test_the_arms_of_a_task_come_in_any_order() -> None:
    """None is always first."""
    first = {planned(["a/1"], ["none", "rules"], 1, seed)[0].arm for seed in range(20)}
    assert first == {"none", "rules"}


def test_two_runs_of_one_repository_wait_for_each_other() -> None:
    """Its tasks may need the same port."""
    jobs = [Job("a/2", "none", 1), Job("b/1", "none", 1)]
    assert startable(jobs, [Job("a/1", "none", 1)]) == jobs[1]
    assert startable(jobs[:1], [Job("a/1", "none", 1)]) is None


def test_runs_that_are_there_are_not_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder is added to, and a line that was not written to its end is made again."""
    with ModelByFiles(tmp_path / "asked", one_that_reads) as model:
        assert effect(tmp_path, "--runs", "1", "--seed", "3") == 0
        said = capsys.readouterr().err
        assert "seed 3: 1 runs, 0 of them made before" in said
        assert "1 of 1: greeter/other-name none 1: clean, 4 calls, 1 failed" in said
        asked = len(model.requests)
        assert effect(tmp_path, "--runs", "1") == 0
        assert len(model.requests) == asked
        with (tmp_path / logs.NAME).open("a") as file:
            file.write('{"task": "exam')
        assert effect(tmp_path, "--runs", "2") == 0
    assert [each.run for each in logs.read(tmp_path)] == [1, 2]


def test_what_came_of_the_second_half_is_not_said() -> None:
    """Its logs are not read before the last run."""
    job = Job("a/1", "none", 1)
    assert _brief(Made(job, log("a/1", "none", 1, half="second"))) == "played"
    assert _brief(Made(job, log("a/1", "none", 1, half="first"))).startswith("clean")


def test_a_task_is_another_one_when_a_file_of_it_changes(tmp_path: Path) -> None:
    """Hidden files too."""
    shutil.copytree(TASKS / "greeter", tmp_path / "greeter")
    [there] = [each for each in all_tasks(root=TASKS) if each.repository.name == "greeter"]
    [before] = all_tasks(root=tmp_path)
    digest = of_task(before)
    assert of_task(there) == digest
    (before.hidden / "hidden.sh").write_text("true\n")
    assert of_task(before) != digest


def test_a_command_that_there_is_not_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """With those that there are."""
    assert command_line(["none"]) == 2
    assert "effect" in capsys.readouterr().err


def test_a_run_that_could_not_be_made_is_not_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is reported, and no log says that the task was not done."""
    assert effect(tmp_path, "--runs", "1", "--longest", "0") == 1
    assert "not counted: NoSession" in capsys.readouterr().err
    assert list(logs.read(tmp_path)) == []


def test_unknown_tasks_and_a_missing_folder_are_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is run."""
    assert effect(tmp_path, "--task", "greeter/none") == 2
    assert "greeter/other-name" in capsys.readouterr().err
    assert main(["--agent", "files", "--tasks", str(TASKS), "--into", str(tmp_path)]) == 2
    assert "--folder" in capsys.readouterr().err
