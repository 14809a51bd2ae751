"""`lessonboard automation compile`, with real repositories."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from examples.stand_ins.workplace import Workplace, git
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson
from tests.command_line import Run
from tests.commands import Ran

RULE = "Run `make gen` after editing the schema."
LINTED = "Follow `T201` of Ruff: log instead of printing."


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workplace:
    """A checkout of the project, with a rule file and settings of Ruff."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    files = {"AGENTS.md": "# Kites\n", "ruff.toml": '[lint]\nselect = ["E"]\n'}
    made = Workplace(tmp_path).make(files, {})
    url = f"https://{HERE}.git"
    git(made.checkout, "remote", "set-url", "origin", url)
    git(made.checkout, "remote", "set-url", "--push", "origin", str(made.remote))
    with Board.open(tmp_path / "board.db") as board:
        board.append(
            [
                lesson("lesson-gen", RULE, status="approved"),
                lesson("lesson-lint", LINTED, status="approved"),
                lesson("lesson-new", "Sew every longeron."),
                lesson(
                    "lesson-said",
                    "Sew every spar.",
                    status="approved",
                    trust="human",
                    learned_from="miner",
                ),
                lesson("lesson-far", "Sew it.", status="approved", project=ELSEWHERE),
                lesson("lesson-bad", "Push with `git push --force`.", status="approved"),
            ]
        )
    return made


@pytest.fixture
def told(place: Workplace, run: Run) -> Callable[..., Ran]:
    """Runs `lessonboard` in the checkout."""
    return lambda *arguments: run(*arguments, folder=place.checkout)


def push(place: Workplace) -> None:
    """Commit all that changed in the checkout, and push it."""
    git(place.checkout, "commit", "--quiet", "--all", "--message", "x")
    git(place.checkout, "push", "--quiet", "origin", "main")


def shown(told: Callable[..., Ran], name: str) -> Any:
    """A lesson as it stands."""
    return told("lesson", name, "--json").json[0]


def checked(place: Workplace, told: Callable[..., Ran]) -> dict[str, int]:
    """What the worker's look at the project changed, as it takes after sessions."""
    where = json.dumps({"project": HERE, "folder": str(place.checkout)})
    told("admin", "queue", "add", "check-lessons", "--input", where)
    told("admin", "worker", "--until-idle")
    item, *_ = told("admin", "queue", "--kind", "check-lessons", "--json").json
    counts = item["outcome"].get("checks", {})
    return {state: counts[state] for state in ("resting", "woken") if state in counts}


def test_a_patch_is_all_that_it_takes(place: Workplace, told: Callable[..., Ran]) -> None:
    """Printed, applied, pushed: the lesson rests; taken away, it is woken."""
    done = told("automation", "compile", "lesson-gen")
    assert (done.code, done.err) == (0, "Add a rule to AGENTS.md: agents always read it.\n")
    assert (place.checkout / "AGENTS.md").read_text() == "# Kites\n"
    subprocess.run(["git", "apply", "-"], cwd=place.checkout, input=done.out, text=True, check=True)
    assert f"- {RULE}\n" in (place.checkout / "AGENTS.md").read_text()
    push(place)
    assert checked(place, told) == {"resting": 1}
    assert shown(told, "lesson-gen")["resting"] == 1
    text = told("lesson", "lesson-gen").out
    assert "resting: AGENTS.md has its check (rule-line)" in text
    assert "agents are not shown this lesson" in text
    assert "has it already" in told("automation", "compile", "lesson-gen").err
    (place.checkout / "AGENTS.md").write_text("# Kites\n")
    push(place)
    assert checked(place, told) == {"woken": 1}
    assert shown(told, "lesson-gen")["resting"] == 0


def test_the_next_session_knows_that_a_lesson_rests(
    place: Workplace, told: Callable[..., Ran]
) -> None:
    """Hooks read the views without bringing them up to date, so the command does."""
    (place.checkout / "AGENTS.md").write_text(f"# Kites\n\n- {RULE}\n")
    push(place)
    told("automation", "compile", "lesson-gen")
    assert checked(place, told) == {"resting": 1}
    with Board.open(place.folder / "board.db") as board:
        assert board.lag() == 0


def test_wake_tells_the_lesson_again(place: Workplace, told: Callable[..., Ran]) -> None:
    """And the check, which stays, does not put it to rest again."""
    (place.checkout / "AGENTS.md").write_text(f"# Kites\n\n- {RULE}\n")
    push(place)
    told("automation", "compile", "lesson-gen")
    assert checked(place, told) == {"resting": 1}
    woken = told("lesson", "keep", "--wake", "lesson-gen", "--reason", "both")
    assert "resting" not in woken.out
    assert checked(place, told) == {}
    assert shown(told, "lesson-gen")["compiled"] == {}


def test_the_list_says_what_fits_and_why(place: Workplace, told: Callable[..., Ran]) -> None:
    """The best first; nothing is remembered."""
    text = told("automation", "compile", "lesson-lint", "--list").out
    assert text.startswith("ok  linter: ruff.toml; it names the rule T201 of ruff\n")
    assert text.endswith("Best: linter.\n")
    listed = told("automation", "compile", "lesson-gen", "--list", "--json").json
    assert [each["kind"] for each in listed if each["fits"]] == ["rule-line"]
    assert set(listed[0]) == {"kind", "about", "strength", "fits", "why", "file", "is_there"}
    assert shown(told, "lesson-lint")["compiled"] == {}


def test_a_kind_is_chosen_and_a_file_written(place: Workplace, told: Callable[..., Ran]) -> None:
    """The shape of the JSON is part of the contract."""
    file = place.folder / "rule.patch"
    done = told("automation", "compile", "lesson-lint", "--as", "rule-line", "--patch", str(file))
    assert done.out == ""
    assert file.read_text().startswith("diff --git a/AGENTS.md b/AGENTS.md\n")
    found = told("automation", "compile", "lesson-lint", "--json").json
    assert set(found) == {
        "lesson", "kind", "file", "summary", "why", "is_there", "lines", "digest", "patch",
        "branch", "pr", "url",
    }  # fmt: skip
    assert (found["kind"], found["file"], found["pr"]) == ("linter", "ruff.toml", None)
    with Board.open(place.folder / "board.db") as board:
        kinds = [(event.payload or {})["kind"] for event in board.read(types=["lesson.compiled"])]
    assert kinds == ["rule-line", "linter"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["lesson-new"], "only approved lessons become checks"),
        (["lesson-said"], "`lessonboard lesson keep lesson-said` makes them yours"),
        (["lesson-far"], "go into a checkout of it"),
        (["lesson-bad"], "rewrites history"),
        (["lesson-gen", "--as", "test"], "does not forbid one piece of Python"),
        (["lesson-gen", "--as", "nothing"], "choose linter, pre-commit, test, rule-line"),
        (["lesson-gen", "--patch", "x", "--pr"], "not both"),
    ],
)
def test_what_cannot_be_made_is_one_line(
    place: Workplace, told: Callable[..., Ran], arguments: list[str], message: str
) -> None:
    """What was tried, what was found, what to do next; and nothing is remembered."""
    done = told("automation", "compile", *arguments)
    assert done.code in (1, 2)
    assert message in done.err
    assert done.out == ""
    with Board.open(place.folder / "board.db") as board:
        assert list(board.read(types=["lesson.compiled"])) == []


def test_of_two_lessons_that_contradict_each_other_no_check_is_made(
    place: Workplace, told: Callable[..., Ran]
) -> None:
    """Until a person has decided between them."""
    with Board.open(place.folder / "board.db") as board:
        payload = {"lesson": "lesson-gen", "other": "lesson-lint", "verdict": "opposite"}
        board.append([NewEvent("lesson.contradicted", "lesson:lesson-gen", payload)])
    done = told("automation", "compile", "lesson-gen")
    assert (done.code, done.out) == (1, "")
    assert "contradicts lesson-lint" in done.err


def test_outside_of_a_repository_there_is_nothing_to_check(place: Workplace, run: Run) -> None:
    """It says where to go."""
    done = run("automation", "compile", "lesson-gen")
    assert (done.code, "in no repository" in done.err) == (1, True)
