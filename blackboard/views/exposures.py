"""Exposures: one row per lesson and session, with what the session was shown and what it did."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from blackboard.event import Event
from blackboard.views.columns import INTEGER, TEXT, TIME, optional
from blackboard.views.view import Reduce, Row, View

_BETWEEN = "\n"
"""Separates the lesson and the session in a key; neither has a line break."""

_DEEDS = ("obeyed_at", "recurred_at")


def _keys(event: Event) -> tuple[str, ...]:
    told = event.payload or {}
    if "session" not in told:
        return ()
    items = told["items"] if event.type == "context.injected" else [told["lesson"]]
    return tuple(dict.fromkeys(f"{item}{_BETWEEN}{told['session']}" for item in items))


def _inject(told: dict[str, Any], row: Row) -> Row:
    return {
        "tokens": round(told["tokens"] / len(told["items"])),
        "moment": told.get("moment", ""),
        "one_in": row["one_in"] or told.get("one_in", {}).get(row["lesson"], 0),
    }


def _withhold(told: dict[str, Any], row: Row) -> Row:
    return {"one_in": row["one_in"] or told.get("one_in", 0)}


def _prove(told: dict[str, Any], _row: Row) -> Row:
    return {"evidence": told.get("evidence", "")}


def _fit(_told: dict[str, Any], _row: Row) -> Row:
    return {}


def _dispute(told: dict[str, Any], _row: Row) -> Row:
    return {"reason": ": ".join(filter(None, (told.get("verdict"), told.get("reason"))))}


def since(row: Mapping[str, Any]) -> int | None:
    """When a lesson was first shown or held back in a session; None when it was neither."""
    times = (row["injected_at"], row["withheld_at"])
    return min((at for at in times if at is not None), default=None)


def _first(column: str, said: Callable[[dict[str, Any], Row], Row]) -> Reduce:
    """Keep when something was first recorded of a lesson in a session, and what with it.

    What the agent did before the lesson was shown or held back gives way to what it did since.
    """

    def step(row: Row | None, event: Event) -> Row | None:
        if row is None:
            return None
        row = {**row, "at": max(row["at"] or 0, event.occurred_at)}
        row["project"] = row["project"] or event.project
        known = row[column]
        is_old = column in _DEEDS and known is not None and known < (since(row) or 0)
        if known is not None and not (is_old and event.occurred_at > known):
            return row
        return {**row, column: event.occurred_at, **said(event.payload or {}, row)}

    return step


def _blank(key: str) -> Row:
    lesson, _, session = key.partition(_BETWEEN)
    row: Row = dict.fromkeys(EXPOSURES.columns)
    return {**row, "id": key, "lesson": lesson, "session": session, "tokens": 0,
            "one_in": 0, "moment": "", "evidence": "", "reason": ""}  # fmt: skip


EXPOSURES = View(
    name="exposures",
    version=4,
    columns={
        "id": TEXT,
        "lesson": TEXT,
        "session": TEXT,
        "project": optional(TEXT),
        "at": TIME,
        "injected_at": optional(TIME),
        "withheld_at": optional(TIME),
        "obeyed_at": optional(TIME),
        "fitted_at": optional(TIME),
        "recurred_at": optional(TIME),
        "disputed_at": optional(TIME),
        "tokens": INTEGER,
        "moment": TEXT,
        "evidence": TEXT,
        "reason": TEXT,
        "one_in": INTEGER,
    },
    reduce={
        "context.injected": _first("injected_at", _inject),
        "lesson.withheld": _first("withheld_at", _withhold),
        "lesson.obeyed": _first("obeyed_at", _prove),
        "lesson.fitted": _first("fitted_at", _fit),
        "lesson.recurred": _first("recurred_at", _prove),
        "lesson.disputed": _first("disputed_at", _dispute),
    },
    keys=_keys,
    blank=_blank,
    indexes=("lesson", "session", "at"),
)
