"""What waits in vain: for an item that was put aside, however long the chain."""

from __future__ import annotations

from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from blackboard.views.rows import WorkRow
from scheduler.work.stuck import stuck


def row(item: str, state: str, *dependents: str) -> WorkRow:
    """What the rule looks at."""
    told: dict[str, Any] = {"item": item, "state": state, "dependents": list(dependents)}
    return cast(WorkRow, told)


def test_only_what_is_blocked_behind_something_put_aside_is_stuck() -> None:
    """Not what waits for work that goes on, nor what ran although it was named."""
    rows = [
        row("a", "quarantined", "b", "x"), row("b", "blocked", "c"), row("c", "blocked"),
        row("d", "claimed", "e"), row("e", "blocked"), row("x", "completed"),
    ]  # fmt: skip
    assert stuck(rows) == {"b": ["a"], "c": ["a"]}


def test_what_waits_for_several_names_each_once() -> None:
    """By two ways through the same one, too; a failure that is not retried counts."""
    rows = [
        row("a", "quarantined", "c", "d"), row("b", "failed", "d"), row("c", "blocked", "d"),
        row("d", "blocked"),
    ]  # fmt: skip
    assert stuck(rows) == {"c": ["a"], "d": ["a", "b"]}


_NAMES = st.sampled_from("abcdef")


@given(
    st.dictionaries(
        _NAMES,
        st.tuples(st.sampled_from(["blocked", "quarantined", "ready"]), st.lists(_NAMES)),
    )
)
def test_any_graph_is_gone_through(given: dict[str, tuple[str, list[str]]]) -> None:
    """Circles and items that nobody knows included; whoever is stuck is blocked."""
    rows = [row(name, state, *dependents) for name, (state, dependents) in given.items()]
    for name, causes in stuck(rows).items():
        assert given[name][0] == "blocked"
        assert all(given[cause][0] == "quarantined" for cause in causes)
