"""The loop of `lessonboard lesson review`: one key a lesson, any of them undone."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard.cli.main import cli
from reflect.curator import decisions
from tests.blackboard.lessons import ELSEWHERE, HERE, lesson, told
from tests.command_line import Run
from tests.commands import COMMAND

Review = Callable[..., Result]
KEYS = "[k]eep  [d]rop  [e]dit the rule  re[t]ire  [p]romote  [b]oth hold  [s]kip  [u]ndo  [q]uit: "
NAMES = ("one", "two", "three", "four", "five", "six")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A board with six candidates, the first seen most often."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        for number, name in enumerate(NAMES):
            rule = f"Run `make {name}` first"
            project = ELSEWHERE if name == "six" else HERE
            at = 1_700_000_000 + number * 86_400
            again = told("lesson.deduplicated", name)._replace(occurred_at=at * 1_000_000)
            board.append([lesson(name, rule, at=at, project=project)])
            board.append([again] * (len(NAMES) - number))
    return path


@pytest.fixture
def review(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Review:
    """Runs the command with what is typed, a line for each answer."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def review(*arguments: str, typed: str = "") -> Result:
        lines = "".join(f"{line}\n" for line in typed.split("|")) if typed else ""
        done = CliRunner().invoke(
            cli, ["--db", str(path), "lesson", "review", "--all", *arguments], input=lines
        )
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done

    return review


def standing(path: Path) -> dict[str, tuple[str, str]]:
    """How each lesson stands, and where."""
    with Board.open(path) as board:
        return {row["id"]: (row["status"], row["scope"]) for row in board.view("lessons")}


def row(path: Path, name: str) -> LessonRow:
    """A lesson as it stands."""
    with Board.open(path) as board:
        return board.row("lessons", name)


WAITING = ("candidate", "project")


# The keys


def test_one_key_decides_on_one_lesson(review: Review, path: Path) -> None:
    """Seen most often first; what is skipped stays as it is."""
    done = review(typed="a|r|e|Run `make 3` first|t|p|s")
    assert done.exit_code == 0
    assert standing(path) == {
        "one": ("approved", "project"),
        "two": ("rejected", "project"),
        "three": ("approved", "project"),
        "four": ("retired", "project"),
        "five": ("approved", "global"),
        "six": WAITING,
    }
    assert row(path, "three")["constraint"] == "Run `make 3` first"
    assert row(path, "one")["trust"] == "approved"
    assert "1 of 6" in done.output
    assert done.output.endswith("1 lesson of these still waiting.\n")


def test_capital_letters_are_the_same_keys(review: Review, path: Path) -> None:
    """Whoever has the shift key locked is understood."""
    review(typed="A|Q")
    assert standing(path)["one"] == ("approved", "project")


@pytest.mark.parametrize("typed", ["q", "", "x|q", "x|?|approve|aa| |q"])
def test_stopping_and_unknown_keys_decide_nothing(review: Review, path: Path, typed: str) -> None:
    """The end of the input is the end; an unknown key is asked again."""
    done = review(typed=typed)
    assert done.exit_code == 0
    assert set(standing(path).values()) == {WAITING}
    asked_again = done.output.count("Press one of the letters in brackets.")
    assert asked_again == max(0, len(typed.split("|")) - 1)
    assert done.output.count(KEYS) == asked_again + 1
    assert done.output.endswith("6 lessons of these still waiting.\n")


def test_what_was_skipped_or_left_comes_again(review: Review, path: Path) -> None:
    """Each decision is kept at once, so that one may stop whenever one likes."""
    review(typed="a|s|r|q")
    done = review(typed="q")
    assert "1 of 4" in done.output
    assert "Run `make two` first" in done.output
    assert "Run `make one` first" not in done.output


# Undo


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("a|u|q", WAITING),
        ("r|u|q", WAITING),
        ("t|u|q", WAITING),
        ("p|u|q", WAITING),
        ("e|Run `make 1` first|u|q", WAITING),
        ("a|u|r|q", ("rejected", "project")),
    ],
)
def test_undo_reverses_all_that_a_key_decided(
    review: Review, path: Path, typed: str, left: tuple[str, str]
) -> None:
    """Also the words of an edit, and both halves of a promotion; then it is asked again."""
    done = review(typed=typed)
    assert "Undone.\n\n1 of 6\nRun `make one` first\n" in done.output
    assert standing(path)["one"] == left
    assert row(path, "one")["constraint"] == "Run `make one` first"
    assert row(path, "one")["trust"] == "tool"


def test_undo_goes_back_decision_by_decision_past_what_was_skipped(
    review: Review, path: Path
) -> None:
    """The lesson whose decision was undone is shown, and those after it again."""
    done = review(typed="a|s|r|u|u|q")
    assert set(standing(path).values()) == {WAITING}
    places = [line for line in done.output.splitlines() if line.endswith(" of 6")]
    assert places == [f"{place} of 6" for place in (1, 2, 3, 4, 3, 1)]


def test_with_nothing_decided_there_is_nothing_to_undo(review: Review, path: Path) -> None:
    """It says so and stays where it is."""
    done = review(typed="s|u|q")
    assert "There is nothing to undo" in done.output
    assert "2 of 6" in done.output.split("There is nothing")[1]
    assert set(standing(path).values()) == {WAITING}


# Editing


def test_an_edit_that_changes_nothing_approves_the_words_as_they_are(
    review: Review, path: Path
) -> None:
    """Enter keeps the rule; blanks are no rule."""
    review(typed="e||e|   |q")
    assert standing(path)["one"] == standing(path)["two"] == ("approved", "project")
    assert [each["type"] for each in row(path, "one")["decisions"]] == ["lesson.approved"]
    assert row(path, "two")["constraint"] == "Run `make two` first"


def test_words_that_cannot_be_kept_are_asked_for_again(review: Review, path: Path) -> None:
    """With the reason."""
    done = review(typed=f"e|{'x' * 20_001}|Run `make 1` first|q")
    assert "could not keep the constraint as it is: " in done.output
    assert row(path, "one")["constraint"] == "Run `make 1` first"


def test_an_edit_that_ends_with_the_input_decides_nothing(review: Review, path: Path) -> None:
    """Half an answer is none."""
    done = review(typed="a|e")
    assert done.exit_code == 1
    assert standing(path)["one"] == ("approved", "project")
    assert standing(path)["two"] == WAITING


# What is gone through


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (("--since", "2023-11-17"), 3),
        (("--since", "2999-01-01"), 0),
        (("--project", "glider"), 1),
        (("--project", HERE), 5),
        (("--since", "2023-11-17", "--project", "kite"), 2),
    ],
)
def test_time_and_project_narrow_it_down(
    review: Review, options: tuple[str, ...], count: int
) -> None:
    """Last seen since; a project by its last part."""
    done = review(*options, typed="q")
    assert (f"1 of {count}" in done.output) is (count > 0)
    assert len(json.loads(review(*options, "--json").output)["waiting"]) == count


def test_the_policy_goes_first(review: Review, path: Path) -> None:
    """It says what it decided; with --policy nobody is asked anything."""
    proof = [{"event_id": f"e{n}", "quote": "words", "session": f"s{n}"} for n in range(3)]
    with Board.open(path) as board:
        board.append([lesson("seven", "Run `make seven` first", confidence=0.9, evidence=proof)])
    done = review("--policy")
    assert done.output == ("1 lesson approved by the policy.\n6 lessons waiting for a decision.\n")
    assert review("--policy").output == "6 lessons waiting for a decision.\n"


def test_as_json_nothing_is_asked(review: Review, path: Path) -> None:
    """What the policy decided, and whole lessons, whose times are ISO 8601."""
    with Board.open(path) as board:
        decisions.promote(board, board.row("lessons", "two"))
    found = json.loads(review("--json", typed="a|a|a").output)
    assert set(found) == {"decided", "waiting", "insights", "deferred"}
    assert found["decided"] == {}
    assert [each["id"] for each in found["waiting"]] == list(NAMES)
    assert found["waiting"][1]["decisions"][0]["at"].endswith("Z")
    assert found["waiting"][0]["last_seen_at"].endswith("Z")


def test_with_nothing_waiting_it_says_so(review: Review) -> None:
    """And asks nothing."""
    review(typed="a|a|a|a|a|a")
    assert review(typed="a").output == "0 lessons waiting for a decision.\n"


# A real terminal


@contextmanager
def _terminal(path: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The real command on a terminal of its own, and our end of it."""
    ours, theirs = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "TERM": "xterm"}
    process = subprocess.Popen(
        [COMMAND, "--db", path, "lesson", "review", "--all"],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, env=environment,
        start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    try:
        yield process, ours
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _read_until(ours: int, words: str) -> str:
    said = ""
    while words not in said:
        said += os.read(ours, 4096).decode()
    return said


def _press(process: subprocess.Popen[bytes], ours: int, key: str) -> None:
    """Type once the command listens: what comes before it reads single keys is thrown away."""
    while termios.tcgetattr(ours)[3] & termios.ICANON:
        assert process.poll() is None, "it ended before it listened"
        os.sched_yield()
    os.write(ours, key.encode())


@pytest.mark.parametrize(
    ("last", "code"), [("q", 0), ("\x04", 0), ("\x03", 130)], ids=["q", "ctrl-d", "ctrl-c"]
)
def test_on_a_terminal_a_key_needs_no_enter(
    path: Path, tmp_path: Path, last: str, code: int
) -> None:
    """Keys act at once, an arrow key is unknown, and there are three ways to stop."""
    with _terminal(path, tmp_path) as (process, ours):
        for key in ("a", "\x1b[A", "r", last):
            _read_until(ours, KEYS)
            _press(process, ours, key)
        assert process.wait(timeout=60) == code
    assert standing(path)["one"] == ("approved", "project")
    assert standing(path)["two"] == ("rejected", "project")
    assert standing(path)["three"] == WAITING


def test_without_a_terminal_and_input_it_ends_quietly(run: Run, path: Path) -> None:
    """In a script that forgot --policy nothing hangs and nothing is decided."""
    done = run("lesson", "review", "--all")
    assert (done.code, done.err) == (0, "")
    assert "6 lessons of these still waiting." in done.out


def test_the_help_tells_a_newcomer_what_happens(run: Run) -> None:
    """That it asks, that it keeps, that it can be left."""
    out = " ".join(run("lesson", "review", "--help").out.split())
    assert "one key for each" in out
    assert "what you decide is kept immediately" in out


def test_a_pair_is_shown_with_both_and_can_be_said_to_hold(review: Review, path: Path) -> None:
    """Also where both are approved; after "both hold" neither waits for the other."""
    with Board.open(path) as board:
        board.append([lesson("always", "Always cache the lookups in the gateway", at=2)])
        board.append([lesson("never", "Never cache the lookups in the gateway", at=1)])
        for name in ("always", "never"):
            decisions.approve(board, board.row("lessons", name))
    done = review(typed="s|s|s|s|s|s|b|q")
    assert "It contradicts never (approved): Never cache the lookups" in done.output
    assert "Both hold from now on." in done.output
    assert row(path, "always")["contradicts"] == row(path, "never")["contradicts"] == []
    assert "contradicts" not in review(typed="s|s|s|s|s|s|s").output
