"""The whole history of a lesson on a board: left to chance, judged, decided, seldom held back."""

from __future__ import annotations

from collections import Counter
from typing import Any

from blackboard import Board
from blackboard.delivery.situation import Situation
from reflect.accounts.judge import judge
from tests.blackboard.lessons import HERE, lesson
from tests.conftest import FixedClock
from tests.reflect.talks import ran, session

START = 1_700_000_000
ERROR = "npm error Missing script: test"


def work(board: Board, clock: FixedClock, name: str) -> None:
    """A session that is about to run what a lesson warns of, and does so unless it is told."""
    told = board.inject(Situation(command="npm test", project=HERE, session=name, step="before"))
    step = ran("npm run test:unit") if told.ids else ran("npm test", ERROR, fails=True)
    clock.advance(1_000_000)
    later = [event._replace(occurred_at=None) for event in session([step], name, project=HERE)]
    board.append(later)


def odds(board: Board) -> Counter[int]:
    """How often which odds were drawn."""
    found: Counter[int] = Counter()
    for event in board.read(types=["context.injected", "lesson.withheld"]):
        one_in = (event.payload or {})["one_in"]
        found.update([one_in] if isinstance(one_in, int) else one_in.values() or [0])
    return found


def test_a_lesson_is_measured_until_it_is_decided(board: Board, clock: FixedClock) -> None:
    """It is shown twice, then left to chance at one in three, and at one in twenty once proven."""
    rule = "Use `npm run test:unit` instead of `npm test`."
    known: dict[str, Any] = {
        "signatures": ["npm error missing script: test"],
        "commands": ["npm test"],
        "symptom": "`npm test` failed: Missing script",
    }
    board.append([lesson("a", rule, at=START - 9, project=HERE, **known)])
    for number in range(60):
        clock.advance(1_000_000)
        work(board, clock, f"s{number}")
        judge(board)
    (decided,) = board.read(types=["lesson.measured"])
    drawn = odds(board)
    assert (decided.payload or {})["verdict"] == "helps"
    assert (drawn[0], drawn.total()) == (2, 60)
    assert 10 <= drawn[3] <= 40
    assert drawn[20] == 58 - drawn[3]
    before = board.row("accounts", "a"), board.view("exposures", order="id")
    board.replay()
    assert (board.row("accounts", "a"), board.view("exposures", order="id")) == before
