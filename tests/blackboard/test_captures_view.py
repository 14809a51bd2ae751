"""What is off by decision: the last one counts, and what happened meanwhile is remembered."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.capture import CaptureDisabled, CaptureEnabled
from blackboard.events.payload import new
from blackboard.sources.omission import Decisions
from blackboard.storage.sqlite.decisions import is_off
from blackboard.views.captures import CAPTURES
from blackboard.views.view import fold
from tests.inside import connection_of
from tests.memory_log import MemoryLog


def decision(at: int, *, off: bool, catch_up: bool = False, project: str = "p") -> NewEvent:
    """A project is switched off or on at a time."""
    payload: Any = (
        CaptureDisabled(project=project)
        if off
        else CaptureEnabled(project=project, catch_up=catch_up)
    )
    return new(payload, stream=f"capture:project:{project}", project=project, occurred_at=at)


def folded(*events: NewEvent) -> Any:
    """The row of one project."""
    (row,) = fold(CAPTURES, MemoryLog().append(events)).values()
    return row


def test_off_and_on_leave_a_pause() -> None:
    """Switched off twice is off since the first time."""
    row = folded(decision(10, off=True), decision(20, off=True))
    assert (row["off"], row["since"], row["pauses"]) == (1, 10, [])
    row = folded(decision(10, off=True), decision(20, off=True), decision(30, off=False))
    assert (row["off"], row["since"], row["pauses"]) == (0, None, [[10, 30]])


def test_catching_up_forgets_the_pauses() -> None:
    """As if it had never been off, said at once or later."""
    off, on = decision(10, off=True), decision(30, off=False)
    assert folded(off, decision(30, off=False, catch_up=True))["pauses"] == []
    assert folded(off, on, decision(40, off=False, catch_up=True))["pauses"] == []


def test_the_order_of_arrival_does_not_matter() -> None:
    """Decisions count by their time, as they were made on whatever machine."""
    events = [decision(10, off=True), decision(20, off=False), decision(30, off=True)]
    rows = [folded(*order) for order in permutations(events)]
    assert {(row["off"], row["since"], str(row["pauses"])) for row in rows} == {
        (1, 30, "[[10, 20]]")
    }


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 9)), min_size=1, max_size=8))
def test_what_hooks_look_up_is_what_the_view_says(steps: list[tuple[bool, int]]) -> None:
    """Whoever asks, and in whatever order decisions came."""
    with Board.open(":memory:") as board:
        board.append([decision(at, off=off) for off, at in steps])
        decisions = Decisions(board.view("captures"))
        assert is_off(connection_of(board), ["project:p"]) == bool(decisions.why_off("p", None))
        assert not is_off(connection_of(board), ["project:q", "session:p"])


def test_what_happened_in_a_pause_stays_out() -> None:
    """From the moment of switching off to that of switching on again, of this project alone."""
    row = folded(decision(10, off=True), decision(30, off=False))
    decisions = Decisions([row])
    assert [bool(decisions.why_out("p", "s", at)) for at in (9, 10, 29, 30, None)] == [
        False, True, True, False, False,
    ]  # fmt: skip
    assert not decisions.why_out("q", "s", 20)
