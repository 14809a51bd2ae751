"""What comes back over sessions: one pattern with the count of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.reflection import Pattern
from blackboard.vocabulary import CHILD_MARK
from lessonboard.parts.automation.patterns.across_sessions import across_sessions
from lessonboard.parts.automation.patterns.recurring import (
    Recurring,
    Sighted,
    recurring,
    sessions_of,
)
from reflect.detectors import detect
from reflect.examine import examine
from reflect.fingerprint import fingerprint
from reflect.result import RANK, priority
from reflect.trajectory import trajectory
from tests.reflect.talks import PROJECT, called, looked, ran, says, session

NO_RULE = "make: *** No rule to make target 'tiles'.  Stop."


def failing(times: int, line: str = "make tiles", error: str = NO_RULE) -> list[NewEvent]:
    """A command that fails so many times."""
    return [ran(line, error, fails=True)] * times


def put(board: Board, *talks: Sequence[NewEvent]) -> None:
    """Put sessions on the board, one for each talk."""
    for number, talk in enumerate(talks):
        board.append(session([looked()] * number + [*talk], f"s{number}"))


def found(board: Board, *talks: Sequence[NewEvent]) -> list[Recurring]:
    """What the sessions have in common."""
    put(board, *talks)
    examine(board)
    return across_sessions(board, PROJECT)


def test_failures_of_three_sessions_are_one_worthy_pattern(board: Board) -> None:
    """No session would be worth it by itself; the fingerprint is that of a session's own."""
    (each,) = found(board, failing(3), failing(3), failing(4))
    assert (each.pattern.count, each.sessions) == (10, ("s2", "s1", "s0"))
    assert sessions_of(each.pattern) == 3
    assert priority([each.pattern]) == "high"
    assert "failed 10 times in 3 sessions" in each.pattern.suggestion
    rows = board.view("sessions")
    alone = [detect(trajectory(board, row)) for row in rows]
    assert {priority(own) for own in alone} == {"none"}
    assert {fingerprint(PROJECT, own[0]) for own in alone} == {fingerprint(PROJECT, each.pattern)}


def test_failures_that_no_detector_sees_are_counted_too(board: Board) -> None:
    """One in each of three sessions is below every threshold of a session."""
    (each,) = found(board, failing(1), failing(1), failing(1))
    assert (each.pattern.count, each.pattern.severity) == (3, "high")


def test_two_failures_are_no_pattern(board: Board) -> None:
    """As in one session, three are needed."""
    assert found(board, failing(1), failing(1)) == []


def test_one_session_has_no_recurrence(board: Board) -> None:
    """However often it failed there."""
    assert found(board, failing(9), [looked()]) == []


def test_what_is_no_error_of_the_project_does_not_recur(board: Board) -> None:
    """A search in vain, a call that a person refused, and what the agent's own tool turned down."""
    quiet = {
        "a search": [ran("grep -r needle .", "", fails=True)] * 4,
        "a refusal": [ran("make tiles", NO_RULE, fails=True, denied=True)] * 4,
        "the tool": [called("Edit", "<tool_use_error>File has not been read yet. Read it first."
                            "</tool_use_error>", fails=True, file_path="a.py")] * 4,
    }  # fmt: skip
    for name, talk in quiet.items():
        with Board.open(":memory:") as board_of_it:
            assert found(board_of_it, talk, talk, talk) == [], name


def test_a_general_error_is_counted_by_what_was_run(board: Board) -> None:
    """`Error 1` of two commands is two problems."""
    general = "Permission denied"
    one, two = (failing(2, line, general) for line in ("make a", "make b"))
    (each,) = found(board, one, two, one)
    assert (each.pattern.count, each.sessions) == (4, ("s2", "s0"))


def test_the_copy_of_a_session_is_no_other_session(board: Board) -> None:
    """A fork brings the calls of its origin with it, at their times and by their names."""
    talk = session(failing(4), "s0")
    fork = [
        event._replace(stream="session:s1", id=None, payload={**event.payload, "session": "s1"})
        for event in talk
    ]
    board.append([*talk, *fork])
    assert across_sessions(board, PROJECT) == []


def test_what_the_automation_did_itself_does_not_count(board: Board) -> None:
    """It would feed on its own failures."""
    own = [says(f"{CHILD_MARK} Make the tiles."), *failing(5)]
    assert found(board, failing(3), own, own) == []


def test_other_patterns_recur_by_what_they_are_about(board: Board) -> None:
    """Read in two sessions; another file, or a session that was merely long, is no recurrence."""
    read = [looked("/home/ada/kite/a.py")] * 3
    (each,) = found(board, read, [*read, *[looked("/home/ada/kite/b.py")] * 3])
    assert (each.pattern.type, each.pattern.count) == ("repeated_reads", 6)
    assert each.pattern.suggestion == "Add to AGENTS.md what agents look up in `a.py`, read " \
        "6 times in 2 sessions."  # fmt: skip
    assert fingerprint(PROJECT, each.pattern) == fingerprint(PROJECT, Pattern(
        type="repeated_reads", severity="low", count=3, suggestion="", context={"about": ["a.py"]}
    ))  # fmt: skip


def test_a_session_that_was_examined_twice_counts_once(board: Board) -> None:
    """By what it showed last."""
    read = [looked("/home/ada/kite/a.py")] * 3
    found(board, read, read)
    later = session([*read, *read], "s0")
    board.append(later[4:])
    examine(board)
    (each,) = across_sessions(board, PROJECT)
    assert each.pattern.count == 9


def test_projects_are_counted_apart(board: Board) -> None:
    """The same failure elsewhere is another project's."""
    for number, project in enumerate(("p", "q", None)):
        board.append([each._replace(project=project)
                      for each in session(failing(4), f"s{number}")])  # fmt: skip
    assert [across_sessions(board, each) for each in ("p", "q", None)] == [[], [], []]


SIGHTED = st.lists(
    st.builds(
        lambda session, subject, count, severity, at: Sighted(
            f"s{session}",
            Pattern(type="mine", severity=severity, count=count, suggestion="x", samples=[subject]),
            at,
        ),
        st.integers(0, 4), st.sampled_from("ab"), st.integers(1, 9),
        st.sampled_from(list(RANK)), st.integers(0, 3),
    ),
    max_size=8,
    unique_by=lambda each: (each.session, each.pattern.samples[0]),
)  # fmt: skip


@given(SIGHTED)
def test_counts_add_up_and_no_order_matters(sighted: list[Sighted]) -> None:
    """Joined severity is never below that of any session."""
    joined = recurring(sighted)
    assert {each.pattern.samples[0]: each.pattern.count for each in joined} == {
        each.pattern.samples[0]: each.pattern.count for each in recurring(sighted[::-1])
    }
    for each in joined:
        own = [one for one in sighted if one.pattern.samples == each.pattern.samples]
        assert each.pattern.count == sum(one.pattern.count for one in own)
        assert len(each.sessions) == len(own) >= 2
        assert RANK[each.pattern.severity] >= max(RANK[one.pattern.severity] for one in own)


def test_severity_rises_with_sessions_and_never_above_high() -> None:
    """Critical is what a detector says, never what a count makes of it."""
    for severities in combinations_with_replacement(("low", "medium", "high", "critical"), 3):
        sighted = [
            Sighted(f"s{number}", Pattern.model_validate({
                "type": "mine", "severity": each, "count": 1, "suggestion": "x", "samples": ["a"],
            }), number)
            for number, each in enumerate(severities)
        ]  # fmt: skip
        (joined,) = recurring(sighted)
        worst = "critical" if "critical" in severities else "high"
        assert joined.pattern.severity == worst
