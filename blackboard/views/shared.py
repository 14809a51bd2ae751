"""Shared: one row per thing that one's own board or a colleague's shares with a team."""

from __future__ import annotations

from typing import Any

from blackboard.actors import colleague
from blackboard.event import Event, Payload
from blackboard.views.columns import INTEGER, OBJECT, TEXT, TIME, optional
from blackboard.views.view import Row, View


def subject(type_: str, said: Payload) -> tuple[str, str]:
    """What a payload shares: its kind, and its name among those of its author and kind.

    What concerns somebody's lesson is called `LESSON@AUTHOR`.
    """
    if type_ == "thing.shared":
        return said["kind"], said["name"]
    if type_ == "lesson.shared":
        return "lesson", said["lesson"]
    return type_.partition(".")[0], f"{said['lesson']}@{said['author']}"


def is_newer(revision: int, event_id: str, row: Row) -> bool:
    """Whether a revision takes the place of a row's, whichever came first.

    A person who shares from two machines may make the same revision twice: then the ids decide.
    """
    return (revision, event_id) > (row["revision"], row["event"])


def _share(row: Row | None, event: Event) -> Row | None:
    said: dict[str, Any] = event.payload or {}
    if row is not None and not is_newer(said["revision"], event.id, row):
        return row
    kind, name = subject(event.type, said)
    return {
        "id": _key(event)[0],
        "author": colleague(event.actor),
        "kind": kind,
        "name": name,
        "title": _title(said),
        "project": event.project,
        "revision": said["revision"],
        "content": content_of(event.type, said),
        "at": event.occurred_at,
        "event": event.id,
    }


def _title(said: Payload) -> str:
    """What a thing is about, in a line."""
    if "decided_at" in said:
        return f"{said.get('says') or 'took the decision back'} {said.get('reason', '')}".strip()
    if "counts" in said:
        return f"told in {said['counts'].get('injected', 0)} sessions"
    return str(said.get("title") or said.get("constraint", ""))


def content_of(type_: str, payload: Payload) -> dict[str, Any]:
    """What is shared, without its revision and its name."""
    if type_ == "thing.shared":
        return dict(payload["content"])
    return {name: value for name, value in payload.items() if name != "revision"}


def key_of(type_: str, payload: Payload, author: str) -> str:
    """The key of a thing's row."""
    kind, name = subject(type_, payload)
    return f"{kind}:{name}:{author}"


def _key(event: Event) -> tuple[str, ...]:
    return (key_of(event.type, event.payload or {}, colleague(event.actor)),)


SHARED_TYPES = ("lesson.shared", "decision.shared", "account.shared", "thing.shared")

SHARED = View(
    name="shared",
    version=1,
    columns={
        "id": TEXT,
        "author": TEXT,
        "kind": TEXT,
        "name": TEXT,
        "title": TEXT,
        "project": optional(TEXT),
        "revision": INTEGER,
        "content": OBJECT,
        "at": TIME,
        "event": TEXT,
    },
    reduce=dict.fromkeys(SHARED_TYPES, _share),
    keys=_key,
    indexes=("kind author name", "name"),
)
