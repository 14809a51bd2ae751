"""Every session is examined, and what was not examined is not counted."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.reflection import Pattern
from blackboard.vocabulary import CHILD_MARK
from lessonboard.parts.automation.patterns.apart import apart
from reflect.detectors import DETECTORS, detect
from reflect.examine import examine
from reflect.fingerprint import fingerprint, fingerprint_of, subjects
from reflect.trajectory import trajectory
from tests.reflect.talks import looked, ran, says, session

PROJECT = "github.com/ada/kite"
LOST = "error: no space left"


@pytest.fixture
def board() -> Iterator[Board]:
    """An empty board."""
    with Board.open(":memory:") as opened:
        yield opened


def held(board: Board, name: str, *steps: NewEvent) -> None:
    """A session in which the steps were taken."""
    board.append(session(steps, name, project=PROJECT))


def patterns(board: Board, name: str) -> dict[str, Pattern]:
    """The patterns of a session by type."""
    found = detect(trajectory(board, board.row("sessions", name)))
    return {each.type: each for each in found}


def seen(board: Board, name: str, type: str, subject: str) -> bool:
    """Whether a session's examination saw a subject."""
    row = board.row("examinations", name)
    return fingerprint_of(PROJECT, type, subject) in row["fingerprints"]


def test_every_session_is_examined_and_says_for_what(board: Board) -> None:
    """Also a quiet one, of which nothing else is ever recorded."""
    held(board, "quiet", says("Hello."))
    held(board, "loud", *[ran("make dist", LOST, fails=True)] * 3)
    assert examine(board) == 2
    rows = {row["session"]: row for row in board.view("examinations")}
    every = [detector.type for detector in DETECTORS]
    assert [rows[name]["detectors"] for name in ("quiet", "loud")] == [every, every]
    assert (rows["quiet"]["fingerprints"], rows["quiet"]["calls"]) == ([], 0)
    assert (rows["loud"]["calls"], rows["loud"]["project"]) == (3, PROJECT)
    types = [event.type for event in board.read(stream="reflection:loud")]
    assert types == ["pattern.detected", "session.examined"]


def test_what_was_examined_is_examined_again_only_when_there_is_more(board: Board) -> None:
    """Nothing new costs nothing; a session that went on is read as a whole."""
    steps = [says("Hello."), ran("make dist", LOST, fails=True)]
    held(board, "s1", *steps)
    assert examine(board) == 1
    before = board.log.head()
    assert (examine(board), board.log.head()) == (0, before)
    held(board, "s1", says("Go on."))
    assert examine(board) == 1
    assert board.row("examinations", "s1")["messages"] == 2


def test_sessions_of_our_own_are_not_examined(board: Board) -> None:
    """They would be counted among those that an improvement was to help."""
    held(board, "s1", says(f"{CHILD_MARK}\nMend it."), *[ran("make", LOST, fails=True)] * 3)
    assert (examine(board), board.view("examinations")) == (0, [])


@pytest.mark.parametrize(("times", "is_pattern"), [(1, False), (2, False), (3, True)])
def test_an_error_is_seen_from_its_first_occurrence(
    board: Board, times: int, is_pattern: bool
) -> None:
    """So that one that came again once is not reported as gone; a pattern takes three."""
    held(board, "s1", *[ran("make dist", LOST, fails=True)] * times)
    examine(board)
    assert ("error_patterns" in patterns(board, "s1")) == is_pattern
    assert seen(board, "s1", "error_patterns", "error: no space left")
    assert not seen(board, "s1", "error_patterns", "error: no such file")


def test_two_files_and_two_complaints_are_two(board: Board) -> None:
    """Fingerprints follow what a pattern is about, not its type alone."""
    held(board, "reads", *[looked("a.py")] * 4, *[looked("b.py")] * 3)
    held(board, "angry", says("I already told you to use uv."))
    held(board, "again", says("Why do you keep using uv?"))
    held(board, "other", says("You keep breaking the build."))
    reads = patterns(board, "reads")["repeated_reads"]
    assert subjects(reads) == ["a.py", "b.py"]
    angry, again, other = (
        fingerprint(PROJECT, patterns(board, name)["user_frustration"])
        for name in ("angry", "again", "other")
    )
    assert angry == again != other
    examine(board)
    assert all(seen(board, "reads", "repeated_reads", name) for name in ("a.py", "b.py"))


def test_a_pattern_comes_apart_into_its_subjects(board: Board) -> None:
    """The pattern itself first, the others with their own count, severity and sample."""
    failing = [ran("make dist", LOST, fails=True)] * 6 + [ran("make", "error: no rule", fails=True)]
    held(board, "s1", *failing)
    whole, rest = apart(patterns(board, "s1")["error_patterns"])
    assert (whole.count, whole.severity) == (7, "high")
    assert (rest.count, rest.severity, rest.samples) == (1, "low", ["error: no rule"])
    assert fingerprint(PROJECT, rest) == fingerprint_of(
        PROJECT, "error_patterns", "make: error: no rule"
    )


def test_a_pattern_of_a_plug_in_is_about_its_samples() -> None:
    """A detector that names no subject needs none; without samples it is about the session."""
    bare = Pattern(type="slow_tests", severity="low", count=2, suggestion="Run fewer.")
    assert (subjects(bare), list(apart(bare))) == ([], [bare])
    shown = bare.model_copy(update={"samples": ["pytest -q", "pytest"]})
    assert subjects(shown) == ["pytest -q", "pytest"]
    assert [each.count for each in apart(shown)] == [2, 1]


def test_old_fingerprints_of_commands_and_errors_hold() -> None:
    """What was requested before is still known."""
    pattern = Pattern(type="repeated_tool_use", severity="low", count=5, suggestion="Script it.",
                      context={"tool": "shell", "command": "deploy app"})  # fmt: skip
    assert fingerprint(PROJECT, pattern) == "8eca5575f5f5c1e8"


def test_what_came_less_often_than_other_things_is_seen_all_the_same(board: Board) -> None:
    """A pattern names the commonest; what was sought and came again must not be missed."""
    reads = [looked(f"/home/ada/kite/f{n}.py") for n in range(7) for _ in range(9 - n)]
    runs = [ran(f"deploy app{n}") for n in range(5) for _ in range(9 - n)]
    held(board, "s1", *reads, *runs)
    examine(board)
    assert len(subjects(patterns(board, "s1")["repeated_reads"])) == 5
    assert seen(board, "s1", "repeated_reads", "f6.py")
    assert seen(board, "s1", "repeated_tool_use", "deploy app4")


def test_a_session_that_went_on_while_it_was_reflected_on_is_examined(board: Board) -> None:
    """A reflection examined it up to where it began; one that did not go on is left alone."""
    held(board, "still", ran("make", LOST, fails=True))
    held(board, "goes-on", says("Hello."))
    head = board.log.head()
    later = session([says("Hello."), ran("make", LOST, fails=True)], "goes-on", project=PROJECT)
    board.append(later)
    examine(board, examined={"still", "goes-on"}, until=head)
    assert [row["session"] for row in board.view("examinations")] == ["goes-on"]
