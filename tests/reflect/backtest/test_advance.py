"""What came back and met its lesson: kept up to date as sessions come, in whatever order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.lesson import LessonRejected
from reflect.backtest.advance import advance
from reflect.backtest.result import result
from reflect.backtest.standing import Rules, missing
from reflect.guards.prohibiting import propose
from reflect.miner.mine import mine
from tests.reflect.backtest.history import DAY, failed, lived, worked
from tests.reflect.talks import ran, says, session

ALWAYS = says("Please always run the linter before you push, without being asked.")
EARLIER = ran("pytest --version", "no such option", fails=True)
Step = Sequence[NewEvent]


def _learn(board: Board) -> None:
    """As an import does."""
    mine(board)
    propose(board)


def _at_once(board: Board) -> list[tuple[str, str, str]]:
    assert advance(board, Rules())
    return _met(board)


def _met(board: Board) -> list[tuple[str, str, str]]:
    """What came back, the oldest first: the session, of what kind, and how it met its lesson."""
    rows = board.local.recurrences.came_back(0)
    return [(each.session, each.what, each.met) for each in reversed(rows)]


def _day(number: int, *steps: NewEvent) -> list[NewEvent]:
    """The session of a day."""
    events = session(steps, f"s{number}")
    return [
        each._replace(
            occurred_at=(each.occurred_at or 0) + number * DAY, id=f"s{number}-{place}-{each.type}"
        )
        for place, each in enumerate(events)
    ]


def test_what_is_shown_beside_the_failing_call_comes_too_late(board: Board) -> None:
    """What one session showed is bound to its error, and shown with it."""
    lived(board, [failed(), worked()], [failed(), worked()])
    _learn(board)
    assert _at_once(board) == [("s1", "failure", "beside")]


def test_what_is_shown_at_an_earlier_failure_is_in_time(board: Board) -> None:
    """Once two sessions have shown it, its command is moment enough."""
    lived(board, *[[EARLIER, failed(), worked()]] * 4)
    _learn(board)
    found = {(session, met) for session, _, met in _at_once(board)}
    assert {("s2", "in time"), ("s3", "in time")} <= found


def test_a_failure_that_taught_nothing_is_not_learnt(board: Board) -> None:
    """It came back all the same, and counts."""
    lived(board, [failed()], [failed()])
    _learn(board)
    assert _at_once(board) == [("s1", "failure", "not learnt")]


def test_a_session_beside_another_teaches_it_nothing(board: Board) -> None:
    """Only what had ended before a session began is known to it, or came before it."""
    lived(board, [failed(), worked()], [failed(), worked()], apart=0)
    _learn(board)
    assert _at_once(board) == []


def test_what_a_person_says_again_came_back(board: Board) -> None:
    """A lasting wish that was said before; it would have been shown at the start of the session."""
    lived(board, [says("Hello."), ALWAYS], [says("Hello."), ALWAYS])
    _learn(board)
    assert _at_once(board) == [("s1", "said again", "in time")]


def test_what_a_person_forbade_is_broken_once_a_session(board: Board) -> None:
    """Before they said it nothing was broken."""
    push = ran("git push --force origin main")
    forbidden = says("Never run `git push --force` here.")
    lived(board, [push, forbidden], [says("Hello."), push, push])
    _learn(board)
    assert ("s1", "broken", "in time") in _at_once(board)
    assert len(_met(board)) == 1


@pytest.mark.parametrize("seed", range(2))
def test_the_order_of_arrival_changes_nothing(board: Board, tmp_path: Path, seed: int) -> None:
    """Session by session, or older ones later: as if all had been there at once."""
    sessions = [
        _day(0, failed(), worked()),
        _day(1, EARLIER, failed(), worked(), ALWAYS),
        _day(2, EARLIER, failed(), worked()),
        _day(3, says("Hello."), failed(), ALWAYS),
        _day(4, EARLIER, failed(), worked()),
    ]
    order = list(sessions)
    Random(seed).shuffle(order)
    for events in order:
        board.append(events)
        _learn(board)
        assert advance(board, Rules())
    with Board.open(tmp_path / "again.db") as again:
        again.append(list(board.read()))  # type: ignore[arg-type]  # as from an export
        assert _at_once(again) == _met(board)
    assert _met(board)


def test_only_what_is_new_is_looked_at(board: Board) -> None:
    """Of a history in the order of time each session is looked at once."""
    looked: list[int] = []
    for number in range(4):
        board.append(_day(number, failed(), worked()))
        _learn(board)
        looked.append(missing(board, Rules()))
        assert advance(board, Rules())
    assert looked == [1] * 4
    assert missing(board, Rules()) == 0


def test_a_session_that_goes_on_is_looked_at_again(board: Board) -> None:
    """With those that began after it had seemed to end."""
    board.append(_day(0, failed(), worked()))
    board.append(_day(1, worked()))
    _learn(board)
    assert _at_once(board) == []
    board.append(_day(1, worked(), failed())[2:])
    assert missing(board, Rules()) == 1
    assert [name for name, _, _ in _at_once(board)] == ["s1"]


def test_a_stopped_one_goes_on_where_it_was(board: Board) -> None:
    """A worker that has to end loses nothing."""
    lived(board, *[[failed(), worked()]] * 3)
    answers = iter((False, True))
    assert not advance(board, Rules(), stopping=lambda: next(answers))
    assert missing(board, Rules()) == 2
    assert advance(board, Rules())


def test_other_rules_mean_that_all_is_looked_at_again(board: Board) -> None:
    """Such as another number of lessons that may be shown at once."""
    lived(board, [failed()], [failed()])
    assert advance(board, Rules())
    assert missing(board, Rules(limits=(1, 100))) == 2


def test_forgetting_leaves_nothing_of_it(board: Board) -> None:
    """The tables are dropped, and made anew without what was forgotten."""
    lived(board, [failed()], [failed()], [failed()])
    assert len(_at_once(board)) == 2
    gone = [event.id for event in board.read(stream="session:s1") if event.type == "tool.called"]
    board.forget(*gone, reason="test")
    assert _met(board) == []
    assert _at_once(board) == [("s2", "failure", "not learnt")]


def test_a_lesson_that_was_rejected_since_is_none(board: Board) -> None:
    """What somebody found wrong would have helped nobody."""
    lived(board, *[[EARLIER, failed(), worked()]] * 4)
    _learn(board)
    assert advance(board, Rules())
    assert result(board).share(None, "in time").part > 0
    for row in board.view("lessons"):
        board.record(LessonRejected(lesson=row["id"]), actor="human")
    found = result(board)
    assert found.share(None, "in time").part == 0
    assert found.share(None, "not learnt").total == found.share(None, "not learnt").part


def test_few_recurrences_give_no_interval(board: Board) -> None:
    """Ten things that came back, over a day at least, or counts alone."""
    lived(board, *[[failed(), worked()]] * 10)
    _learn(board)
    assert advance(board, Rules())
    found = result(board).as_json()
    assert (found["came_back"], found["met_in_time_interval"]) == (9, None)
    board.append(_day(10, failed()))
    assert advance(board, Rules())
    low, high = result(board).as_json()["met_in_time_interval"]
    assert 0 <= low < high <= 1


def test_half_a_year_counts_unless_asked_otherwise(board: Board) -> None:
    """Before the newest session, whenever that was."""
    lived(board, *[[failed()]] * 3, apart=150 * DAY)
    assert advance(board, Rules())
    assert result(board).sessions == 2
    assert result(board, since=0).sessions == 3


def test_it_says_up_to_when_it_holds(board: Board) -> None:
    """Sessions that nobody has looked at yet are named with the first one's beginning."""
    lived(board, [failed()], [failed()])
    assert advance(board, Rules())
    board.append(_day(7, failed()))
    found = result(board).as_json()
    assert (found["sessions"], found["still_to_come"]) == (2, 1)
    assert found["holds_until"] > found["until"]


def test_examples_name_session_words_and_lesson(board: Board) -> None:
    """What met a lesson in time, with since when that was known: before its session."""
    lived(board, *[[EARLIER, failed(), worked()]] * 5)
    _learn(board)
    assert advance(board, Rules())
    examples = result(board).examples
    assert 0 < len(examples) <= 3
    for each in examples:
        assert each.words
        assert board.row("lessons", each.lesson)["constraint"] == each.rule
        assert each.known_at is not None
        assert each.known_at < board.row("sessions", each.session)["started_at"]


def test_nothing_is_written_to_the_log(board: Board) -> None:
    """It is read off the log, as a view is."""
    lived(board, [failed(), worked()], [failed(), worked()])
    _learn(board)
    head = board.log.head()
    assert advance(board, Rules())
    assert board.log.head() == head
