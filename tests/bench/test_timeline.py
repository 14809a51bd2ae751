"""Sessions side by side are replayed in the order in which things happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bench.quality.timeline import Ended, timeline
from blackboard import Board
from blackboard.event import Event
from blackboard.views.rows import SessionRow
from reflect.backtest.steps import Step, steps
from tests.reflect.talks import ran, recorded, says

_GAPS = st.lists(st.integers(0, 50), min_size=1, max_size=6)


def _session(name: str, begins: int, gaps: list[int]) -> tuple[SessionRow, list[Event]]:
    events, at = [], begins
    for event, gap in zip(recorded(*(ran("make") for _ in gaps), name=name), [0, *gaps],
                          strict=True):  # fmt: skip
        at += gap
        events.append(event._replace(occurred_at=at))
    row: Any = {"id": name, "started_at": begins, "last_at": at, "project": "p"}
    return row, events


@given(st.lists(st.tuples(st.integers(0, 60), _GAPS), max_size=5))
def test_every_step_comes_once_in_time_order_and_the_end_last(
    drawn: list[tuple[int, list[int]]],
) -> None:
    """Whatever overlaps: no step is lost, none comes early, and no session ends before its last."""
    made = [_session(f"s{n}", begins, gaps) for n, (begins, gaps) in enumerate(sorted(drawn))]
    events = {row["id"]: found for row, found in made}
    found = list(timeline([row for row, _ in made], lambda row: events[row["id"]]))
    times = [each.at for each in found if isinstance(each, Step)]
    assert times == sorted(times)
    for row, happened in made:
        own = [each for each in found if each.session["id"] == row["id"]]
        assert isinstance(own[-1], Ended)
        assert _shown(own[:-1]) == _shown(steps(row, happened))


def _shown(found: Sequence[Step | Ended]) -> list[tuple[int, str, str]]:
    return [(each.at, each.event.id, each.situation.step)
            for each in found if isinstance(each, Step)]  # fmt: skip


def test_hooks_remind_at_the_start_with_a_prompt_and_after_a_call(board: Board) -> None:
    """What is said before a call reaches the model with its result, so nothing is."""
    row, _ = _session("s1", 0, [1])
    events = recorded(says("Go."), ran("make", "error: no", fails=True), ran("ls", "a"))
    asked = [(each.situation.step, each.situation.command) for each in steps(row, events)]
    assert asked == [
        ("start", ""), ("prompt", ""), ("failed", "make"), ("after", "ls"),
    ]  # fmt: skip


def test_what_a_human_says_by_refusing_a_call_is_no_prompt() -> None:
    """No hook is called for it."""
    row, _ = _session("s1", 0, [1])
    refused, reason = recorded(ran("git stash", "no", denied=True), says("Never stash."))[1:]
    at_once = [refused, reason._replace(occurred_at=refused.occurred_at)]
    assert [each.situation.step for each in steps(row, at_once)] == ["start"]
