"""Recorded looks, read back from events: complete, failed, killed, and of older versions."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event, NewEvent
from reflect.looks import latest, looks
from tests.memory_log import MemoryLog

PATTERN = {"type": "error_patterns", "severity": "high", "count": 5, "suggestion": "Look."}


def events(*told: tuple[str, str, dict[str, Any]]) -> list[Event]:
    """Events of subjects: type, subject, payload; a second apart."""
    log = MemoryLog(lambda: 0)
    return list(log.append([
        NewEvent(type_, f"reflection:{subject}", {"subject": subject, **payload},
                 occurred_at=number * 1_000_000, project="p")
        for number, (type_, subject, payload) in enumerate(told)
    ]))  # fmt: skip


def started(subject: str = "s1", why: str = "request") -> tuple[str, str, dict[str, Any]]:
    """That a look began."""
    return "reflection.started", subject, {"triggered_by": why}


def completed(subject: str = "s1", **fields: Any) -> tuple[str, str, dict[str, Any]]:
    """That a look ended well."""
    return "reflection.completed", subject, {"iterations": 1, **fields}


def failed(subject: str = "s1") -> tuple[str, str, dict[str, Any]]:
    """That a look could not be finished."""
    return "reflection.failed", subject, {"reason": "no answer"}


def test_each_look_has_its_beginning_its_end_and_what_it_found() -> None:
    """Two looks at one session, of which the first failed."""
    told = events(
        started(why="error-pattern"), ("pattern.detected", "s1", {"pattern": PATTERN}), failed(),
        started(), completed(history=[{"found": 1, "new": 1, "confidence": 0.9}], converged=True),
    )  # fmt: skip
    first, second = looks(told)
    assert (first.state, first.triggered_by, first.reason) == (
        "failed", "error-pattern", "no answer")  # fmt: skip
    assert (first.started_at, first.ended_at, first.patterns) == (0, 2_000_000, [PATTERN])
    assert (second.state, second.triggered_by, second.converged) == ("completed", "request", True)
    assert second.history == [{"found": 1, "new": 1, "confidence": 0.9}]


def test_a_look_that_was_killed_never_ended() -> None:
    """The next one begins anew."""
    killed, done = looks(events(started(), started(), completed()))
    assert (killed.state, killed.ended_at, done.state) == ("started", None, "completed")


def test_looks_of_older_versions_have_no_history() -> None:
    """The number of iterations is still known, and a result without a start is a look."""
    (look,) = looks(events(completed(iterations=3)))
    assert (look.iterations, look.history, look.state) == (3, [], "completed")


def test_the_list_has_the_last_look_at_each_subject() -> None:
    """Newest first; one that never ended is not in it."""
    told = events(
        started("a"), completed("a"), started("b"), failed("b"), completed("a", iterations=2),
        started("c"),
    )  # fmt: skip
    assert [(each.subject, each.state, each.iterations) for each in latest(told)] == [
        ("a", "completed", 2), ("b", "failed", 0)]  # fmt: skip
