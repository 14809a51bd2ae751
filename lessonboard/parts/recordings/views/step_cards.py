"""Step cards: one row per recorded step that was turned into an instruction."""

from __future__ import annotations

from typing import Any

from blackboard.event import Event
from blackboard.search.document import Document
from blackboard.views.columns import INTEGER, OBJECT, TEXT, TIME, optional
from blackboard.views.view import Row, View

_TEXTS = ("expected_current_state", "intent", "action_type", "post_action", "made_from_sha256")
_NAMED = ("primary", "fallback", "role", "name", "label", "placeholder")


def _compile(_row: Row | None, event: Event) -> Row:
    """A step has one card: the last that was made of it."""
    told: dict[str, Any] = event.payload or {}
    return {
        **{name: told.get(name, "") for name in _TEXTS},
        "id": _key(event),
        "recording": told["recording"],
        "project": event.project,
        "index": told["index"],
        "target": told["target"],
        "action_value": told.get("action_value"),
        "sensitive": int(told.get("sensitive", False)),
        "made_by": told.get("made_by", ""),
        "is_gone": 0,
        "last_at": event.occurred_at,
    }


def _edit(row: Row | None, _event: Event) -> Row | None:
    """A step that was edited away keeps its card, but is no longer found."""
    return row and {**row, "is_gone": 1}


def _key(event: Event) -> str:
    told: dict[str, Any] = event.payload or {}
    return f"{told['recording']}:{told['index']}"


def _keys(event: Event) -> tuple[str, ...]:
    told: dict[str, Any] = event.payload or {}
    if "index" in told:
        return (_key(event),)
    return tuple(f"{told['recording']}:{index}" for index in told.get("gone", ()))


def _document(row: Row) -> Document | None:
    if row["is_gone"]:
        return None
    target = row["target"]
    return Document(
        row["project"],
        row["intent"],
        "\n".join(target[name] for name in _NAMED if target.get(name)),
        "\n".join([row["expected_current_state"], row["post_action"], row["action_value"] or ""]),
    )


STEP_CARDS = View(
    name="step_cards",
    version=2,
    columns={
        "id": TEXT,
        "recording": TEXT,
        "project": optional(TEXT),
        "index": INTEGER,
        "expected_current_state": TEXT,
        "intent": TEXT,
        "target": OBJECT,
        "action_type": TEXT,
        "action_value": optional(TEXT),
        "post_action": TEXT,
        "sensitive": INTEGER,
        "made_by": TEXT,
        "made_from_sha256": TEXT,
        "is_gone": INTEGER,
        "last_at": TIME,
    },
    reduce={"step_card.compiled": _compile, "recording.imported": _edit},
    keys=_keys,
    indexes=("recording",),
    document=_document,
)
