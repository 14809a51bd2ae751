"""What becomes of work items, decided from rows and a time alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.events.work import WorkFailed, WorkQuarantined, WorkReleased
from blackboard.views.view import Row
from blackboard.views.work import queue_place
from scheduler.work import decide
from scheduler.work.item import Item, LeaseLost

NOW = 1_700_000_000_000_000
SECOND = 1_000_000
HOUR = 3600 * SECOND


def ready(priority: str = "P2", age: float = 0.0, position: int = 1) -> Row:
    """A ready item that has waited for so many hours."""
    created_at = NOW - int(age * HOUR)
    place = queue_place(priority, created_at, position)
    return {
        "item": f"{priority}-{position}",
        "priority": priority,
        "created_at": created_at,
        "place": place,
    }


def held(**changes: Any) -> Row:
    """The row of the item `mine`."""
    row = {"state": "claimed", "worker": "w", "attempts": 1, "lease_expires_at": NOW}
    return {**row, "item": "i", **changes}


def mine(attempt: int = 1) -> Item:
    """An item as its worker holds it."""
    return Item("i", "reflect", None, {}, attempt, "w", NOW)


@pytest.mark.parametrize(
    ("priority", "age", "rank"),
    [
        ("P1", 0, 100),
        ("P2", 0, 40),
        ("P3", 0, 10),
        ("P3", 1.5, 11.5),
        ("P2", 50, 90),
        ("P2", 5000, 90),
        ("P1", 50, 150),
        ("P2", -3, 40),
    ],
)
def test_rank_is_priority_and_up_to_fifty_points_for_age(
    priority: str, age: float, rank: float
) -> None:
    """A point for each hour; one from the future, by a clock that was put back, has none."""
    assert decide.rank(ready(priority, age), NOW) == rank


def test_what_waited_long_overtakes_the_next_priority_but_never_the_first() -> None:
    """A P3 of two days precedes a fresh P2; nothing precedes a P1 but a P1."""
    old, fresh, urgent = ready("P3", 48, 1), ready("P2", 0, 2), ready("P1", 0, 3)
    assert decide.choose([fresh, old, urgent], NOW, 3) == [urgent, old, fresh]
    assert decide.choose([fresh, ready("P3", 29, 1)], NOW, 1) == [fresh]
    assert decide.choose([ready("P2", 10**6, 1), urgent], NOW, 1) == [urgent]


def test_the_first_come_is_the_first_served() -> None:
    """By time, also beyond the hours that count; of one time, by the order of their events."""
    ancient = [ready("P2", 100 - number, number) for number in range(5)]
    assert decide.choose(reversed(ancient), NOW, 5) == ancient
    together = [ready("P2", 0, number) for number in (8, 9, 10, 11)]
    assert decide.choose(reversed(together), NOW, 3) == together[:3]


@given(st.lists(st.tuples(st.sampled_from(["P1", "P2", "P3"]), st.integers(-5, 200)), max_size=12))
def test_no_item_stands_before_an_older_one_of_its_priority(
    waiting: list[tuple[str, int]],
) -> None:
    """So the oldest few of each priority are all that a claim has to look at."""
    rows = [ready(priority, age, at) for at, (priority, age) in enumerate(waiting)]
    chosen = decide.choose(rows, NOW, len(rows))
    for priority in ("P1", "P2", "P3"):
        of_one = [row["place"] for row in chosen if row["priority"] == priority]
        assert of_one == sorted(of_one)


def test_the_wait_doubles_and_is_the_same_each_time() -> None:
    """Thirty seconds, a minute, two, and so on up to an hour, each up to a half more."""
    assert decide.backoff("i", 1) == decide.backoff("i", 1)
    assert len({decide.backoff(f"i{number}", 1) for number in range(20)}) > 15
    for number in range(20):
        for attempt in range(1, 12):
            least = min(HOUR, 30 * SECOND * 2 ** (attempt - 1))
            assert least <= decide.backoff(f"i{number}", attempt) <= least * 1.5


@pytest.mark.parametrize("attempt", [1, 2])
def test_a_failure_is_tried_again_later(attempt: int) -> None:
    """The first two failures only put it off."""
    [failed] = decide.fail(mine(attempt), "no network", NOW, retry=True)
    assert isinstance(failed, WorkFailed)
    assert failed.retry_at == NOW + decide.backoff("i", attempt)
    assert (failed.attempt, failed.reason) == (attempt, "no network")


@pytest.mark.parametrize(("attempt", "retry"), [(3, True), (4, True), (1, False)])
def test_the_third_failure_and_a_hopeless_one_put_it_aside(attempt: int, retry: bool) -> None:
    """Both events: failed without a retry, and quarantined."""
    failed, aside = decide.fail(mine(attempt), "no such session", NOW, retry=retry)
    assert isinstance(failed, WorkFailed)
    assert failed.retry_at is None
    assert isinstance(aside, WorkQuarantined)
    assert "no such session" in aside.reason
    assert ("cannot succeed" in aside.reason) is not retry


def test_a_lease_that_ran_out_gives_another_attempt_twice() -> None:
    """After the third dead worker the item is quarantined, and the worker is named."""
    for attempts in (1, 2):
        [released] = decide.expire(held(attempts=attempts))
        assert isinstance(released, WorkReleased)
        assert (released.worker, released.fresh) == ("w", False)
    [aside] = decide.expire(held(attempts=3))
    assert isinstance(aside, WorkQuarantined)
    assert "attempt 3" in aside.reason
    assert "w" in aside.reason


@pytest.mark.parametrize(
    "row",
    [
        None,
        held(state="ready", worker=None, lease_expires_at=None),
        held(state="completed"),
        held(worker="another"),
        held(attempts=2),
        held(lease_expires_at=NOW + 1),
    ],
)
def test_what_is_no_longer_held_is_refused(row: Row | None) -> None:
    """Whatever happened meanwhile, and also when attempts were counted anew since."""
    decide.require_held(held(), mine())
    with pytest.raises(LeaseLost, match="i is no longer held by w"):
        decide.require_held(row, mine())
