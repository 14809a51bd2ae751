"""Label rows on a replay: what came back and met its lesson, and which tellings were due."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from bench.quality.label_rows import LabelRow
from bench.quality.recurrence import Matcher, Replayed, happenings
from bench.quality.verdicts import Verdict, by_lesson, digest_of
from blackboard.event import Event
from reflect.backtest.figures import Telling
from tests.reflect.talks import ran, recorded

RULE = "Use `uv run pytest` instead of `pytest`."


def _row(want: str = "yes", **tell_when: Any) -> LabelRow:
    return LabelRow("A", "environment", want, "Use uv.", "", "", tell_when, (), ())


@cache
def _calls(name: str) -> list[Event]:
    return recorded(ran("git status"), ran("pytest", "no", fails=True), name=name)


def _telling(event: Event, step: str, at: int) -> Telling:
    lesson: Any = {"id": "lesson-1", "constraint": RULE, "evidence": []}
    return Telling(at, str((event.payload or {})["session"]), step, event, lesson)


def _matcher(row: LabelRow, *events: Event) -> Matcher:
    verdict = Verdict("r", digest_of(RULE), "same", ("A",))
    return Matcher([row], {"A": {each.id for each in events}}, by_lesson([verdict]), "r")


def _met(told: dict[str, list[Telling]], learnt: dict[str, int]) -> list[tuple[str, str]]:
    """One row that happens twice in s1 and once in s2."""
    row, first, later = _row(), _calls("s1")[2], _calls("s2")[2]
    again = first._replace(id="again")
    found = happenings([row], {"A": ([first], [again, later])}, told, learnt, _matcher(row))
    return [(each.session, each.met) for each in found]


def test_a_row_comes_back_in_later_sessions_alone() -> None:
    """What happens twice in the first session cannot have been learnt in between."""
    assert _met({}, {}) == [("s2", "not learnt")]
    assert _met({}, {"A": 0}) == [("s2", "not shown")]


def test_it_met_its_lesson_in_time_at_an_earlier_call_only() -> None:
    """With the failing call itself it is too late, and what was told after it does not count."""
    _, status, failing = _calls("s2")
    at = failing.occurred_at
    assert _met({"s2": [_telling(status, "before", at - 1)]}, {}) == [("s2", "in time")]
    assert _met({"s2": [_telling(failing, "before", at - 1)]}, {}) == [("s2", "beside")]
    assert _met({"s2": [_telling(status, "after", at + 1)]}, {}) == [("s2", "not learnt")]


@pytest.mark.parametrize(
    ("row", "is_due"),
    [
        (_row(start=True), True),
        (_row(start=False), False),
        (_row(command="git status"), True),
        (_row(command="git push"), False),
        (_row("no", start=True), False),
    ],
)
def test_a_telling_is_due_where_a_label_asks_for_it(row: LabelRow, is_due: bool) -> None:
    """At every start, or when its command is run afterwards; never what nobody should be told."""
    start, *later = _calls("s2")
    telling = _telling(start, "start", start.occurred_at)
    assert _matcher(row).is_due(telling, later, set()) is is_due


def test_a_telling_is_due_where_its_row_happens_or_its_prompt_is_labelled_so() -> None:
    """Whatever the row says about when to tell it."""
    start, status, failing = _calls("s2")
    telling = _telling(start, "start", start.occurred_at)
    assert _matcher(_row(), failing).is_due(telling, [status, failing], set())
    assert not _matcher(_row(), failing).is_due(telling, [status], set())
    assert _matcher(_row()).is_due(telling, [status], {"A"})


def test_replays_of_several_repositories_add_up() -> None:
    """Nothing replayed is nothing, and not a share of one."""
    assert (Replayed() + Replayed()).met("in time") == (0, 0)
