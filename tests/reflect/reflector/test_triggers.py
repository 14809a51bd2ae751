"""When it is worth looking back: errors first, then attempts, then size; and not too often."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.event import NewEvent
from reflect.reflector.triggers import (
    LARGE_CHANGE,
    Complexity,
    attempts,
    complexity,
    is_due,
    recovered,
    trigger,
    trigger_of,
)
from tests.reflect.reflector.scripts import looked_at
from tests.reflect.talks import edited, ran, says

LEVELS: tuple[Complexity, ...] = ("low", "medium", "high")


@pytest.mark.parametrize(
    ("tried", "mended", "lines", "level", "why"),
    [
        (1, False, 0, "low", None),
        (1, False, 500, "medium", None),
        (1, False, 501, "low", "quality-threshold"),
        (1, False, 0, "high", "quality-threshold"),
        (2, False, 9999, "high", "iteration-count"),
        (1, True, 0, "low", "error-pattern"),
        (2, True, 9999, "high", "error-pattern"),
    ],
)
def test_the_first_reason_counts(
    tried: int, mended: bool, lines: int, level: Complexity, why: str | None
) -> None:
    """Recovery from errors is asked before attempts, or it could never be the answer."""
    found = trigger(attempts=tried, recovered=mended, changed_lines=lines, complexity=level)
    assert found == why


@given(st.integers(1, 9), st.booleans(), st.integers(0, 2000), st.sampled_from(LEVELS))
def test_recovery_always_comes_first(
    tried: int, mended: bool, lines: int, level: Complexity
) -> None:
    """Whatever else is true, the order is errors, attempts, size."""
    found = trigger(attempts=tried, recovered=mended, changed_lines=lines, complexity=level)
    assert (found == "error-pattern") == mended
    assert (found == "iteration-count") == (not mended and tried > 1)
    large = lines > LARGE_CHANGE or level == "high"
    assert (found == "quality-threshold") == (not mended and tried < 2 and large)


def wrote(lines: int, path: str = "src/kite.py") -> NewEvent:
    """A file of so many lines."""
    given = {"file_path": path, "content": "x = 1\n" * lines}
    fields = {"call": "w", "name": "Write", "input": given, "output": "", "failed": False}
    return NewEvent("tool.called", "", fields)


def test_a_quiet_session_is_no_reason() -> None:
    """A few commands, a few edits, one attempt."""
    trajectory = looked_at(
        says("Fix it."), ran("make"), edited(), ran("make"), wrote(LARGE_CHANGE - 1)
    )
    assert trigger_of(trajectory) is None


def test_a_command_that_failed_and_then_worked_is_recovery() -> None:
    """The same command; a failure that stays, or another command, is none."""
    assert trigger_of(looked_at(ran("make", "error: x", fails=True), edited(), ran("make"))) == (
        "error-pattern")  # fmt: skip
    assert not recovered(looked_at(ran("make", "error: x", fails=True), ran("make lint")))
    assert not recovered(looked_at(ran("make"), ran("make", "error: x", fails=True)))
    assert not recovered(looked_at(ran("make", "error: x", fails=True)))


@pytest.mark.parametrize(
    ("failing", "remedy"),
    [
        (ran("npm test", "npm ERR! missing script: test", fails=True), ran("npm run test:unit")),
        (
            ran("pytest -q", "pytest: command not found", fails=True),
            ran("uv run pytest -q", "3 passed"),
        ),
    ],
)
def test_a_remedy_in_another_form_is_a_recovery(failing: NewEvent, remedy: NewEvent) -> None:
    """The very same command need not succeed: the one that did its work is enough."""
    assert recovered(looked_at(failing, remedy))


def test_a_search_in_vain_is_no_error() -> None:
    """Nor is what the human refused."""
    assert not recovered(looked_at(ran("grep -r kite .", "", fails=True), ran("grep -r kite .")))
    denied: dict[str, Any] = {"denied": True, "said_by": "human"}
    refused = looked_at(ran("make", "error: no", fails=True, **denied), ran("make"))
    assert (recovered(refused), trigger_of(refused)) == (False, "iteration-count")


def test_each_refusal_is_another_attempt() -> None:
    """One attempt, plus one for each denial by the user."""
    assert attempts(looked_at(ran("make"))) == 1
    refused: dict[str, Any] = {"denied": True, "said_by": "human"}
    assert attempts(looked_at(*(ran("make", **refused) for _ in range(2)))) == 3
    assert (
        attempts(looked_at(ran("make", denied=True, said_by="unknown"))) == 1
    )  # nobody attests that one


def test_large_changes_are_a_reason() -> None:
    """More than five hundred lines, or many files."""
    assert trigger_of(looked_at(wrote(LARGE_CHANGE + 1))) == "quality-threshold"
    many = [wrote(1, f"src/part{n}.py") for n in range(15)]
    assert [complexity(looked_at(*many[:n])) for n in (5, 6, 15)] == ["low", "medium", "high"]
    assert trigger_of(looked_at(*many)) == "quality-threshold"


def test_a_long_session_is_due_only_with_enough_that_is_new() -> None:
    """Thirty messages for the first time, and fifty more for each time after."""
    assert [is_due(count, None) for count in (0, 29, 30)] == [False, False, True]
    assert [is_due(count, 30) for count in (30, 79, 80)] == [False, False, True]
    assert [is_due(count, 0) for count in (29, 49, 50)] == [False, False, True]


@given(st.integers(0, 500), st.integers(0, 500))
def test_more_messages_never_make_a_session_less_due(messages: int, before: int) -> None:
    """What is due stays due until it is looked at, and is not due right after."""
    for since in (None, before):
        assert is_due(messages, since) <= is_due(messages + 1, since)
    assert not is_due(messages, messages)
