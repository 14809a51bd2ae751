"""Guards in a replay: only what was known by then counts."""

from __future__ import annotations

from bench.quality.past_guards import refusals
from blackboard import Board
from reflect.guards.uses import uses_of_lessons
from tests.blackboard.lessons import HERE, lesson
from tests.reflect.talks import ran, session

DAY = 86_400_000_000
START = 1_700_000_000_000_000
FAILS = ran("npm test", 'npm error Missing script: "test"', fails=True)
WORKS = ran("npm test", "12 passed")


def refused(*days: bool, learnt_at: int = 0) -> list[tuple[str, str]]:
    """The sessions in which a guard would have refused a call, given a day each that worked or not.

    Each is refused or not by what was known the day before.
    """
    board = Board.open(":memory:")
    board.append([lesson("a", "Use `bun test` instead of `npm test`.", trust="tool",
                         status="approved")])  # fmt: skip
    for number, works in enumerate(days):
        events = session([WORKS if works else FAILS], f"s{number}", project=HERE)
        board.append([
            each._replace(id=f"s{number}-{at}", occurred_at=START + number * DAY + at)
            for at, each in enumerate(events)
        ])  # fmt: skip
    row = board.row("lessons", "a")
    sessions = {each["id"]: each for each in board.view("sessions")}
    found = refusals(row, learnt_at, uses_of_lessons(board, [row])["a"], sessions)
    return [(each.use.session, each.ending) for each in found]


def test_three_failures_come_before_the_first_refusal() -> None:
    """None is prevented that taught it."""
    assert refused(False, False, False) == []
    assert refused(False, False, False, False, False) == [("s3", "failed"), ("s4", "failed")]


def test_a_guard_goes_on_until_it_was_wrong_twice() -> None:
    """As it does in life, where one wrong refusal in ten is borne."""
    days = [False, False, False, True, False, True, False]
    assert refused(*days) == [("s3", "worked"), ("s4", "failed"), ("s5", "worked")]


def test_nothing_is_refused_before_the_lesson_is_known() -> None:
    """However often it failed."""
    assert refused(False, False, False, False, False, learnt_at=START + 4 * DAY) == [
        ("s4", "failed")
    ]
