"""Which lessons contradict each other, or seem to: each of a pair names the other in its row.

A pair stays until a person says that both can be followed, or one of the two gets other words. A
pair that is no longer named by both is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.event import Event
from blackboard.views.decisions import decide
from blackboard.views.view import Row, named

_OF_PAIRS = ("lesson.contradicted", "lesson.reconciled")


def concerned(event: Event) -> tuple[str, ...]:
    """The lessons that an event is about: both of a pair."""
    payload: dict[str, Any] = event.payload or {}
    if not payload:
        return ()
    if event.type in _OF_PAIRS:
        return tuple(dict.fromkeys((named(payload["lesson"]), named(payload["other"]))))
    return (named(payload["lesson"]),)


def contradicted(row: Row | None, event: Event) -> Row | None:
    """The row with the other of the pair, once."""
    if row is None:
        return None
    other = _other(row, event)
    pair = {"other": other, "verdict": (event.payload or {})["verdict"]}
    return {**row, "contradicts": [*_without(row, other), pair]}


def reconciled(row: Row | None, event: Event) -> Row | None:
    """The row without the pair that a person has decided; the decision keeps it, to be undone."""
    if row is None:
        return None
    other = _other(row, event)
    pair = next((each for each in row["contradicts"] if each["other"] == other), None)
    *earlier, last = decide(row, event)["decisions"]
    noted = {**last, "other": other, "pair": pair}
    return {**row, "contradicts": _without(row, other), "decisions": [*earlier, noted]}


def without_pairs(words: Mapping[str, Any]) -> dict[str, Any]:
    """What a revision changes besides the words: a new rule contradicts nothing yet."""
    return {"contradicts": []} if "constraint" in words else {}


def _other(row: Row, event: Event) -> str:
    payload: dict[str, Any] = event.payload or {}
    return str(payload["other"] if payload["lesson"] == row["id"] else payload["lesson"])


def _without(row: Row, other: str) -> list[dict[str, Any]]:
    return [each for each in row["contradicts"] if each["other"] != other]
