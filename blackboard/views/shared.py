"""Shared: one row per thing that one's own board or a colleague's shares with a team."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard.actors import colleague, is_repository
from blackboard.event import Event, Payload
from blackboard.views.columns import INTEGER, OBJECT, TEXT, TIME, optional, word
from blackboard.views.view import Row, View
from blackboard.vocabulary import Signed


def subject(type_: str, said: Payload) -> tuple[str, str]:
    """What a payload shares: its kind, and its name among those of its author and kind.

    What concerns somebody's lesson is called `LESSON@AUTHOR`.
    """
    if type_ == "thing.shared":
        return said["kind"], said["name"]
    if type_ == "lesson.shared":
        return "lesson", said["lesson"]
    return type_.partition(".")[0], f"{said['lesson']}@{said['author']}"


def is_newer(event: Event, known: Mapping[str, Any]) -> bool:
    """Whether a revision takes the place of a known one, whichever came first.

    What is signed takes the place of what is not. A person who shares from two machines may make
    the same revision twice: then the ids decide.
    """
    here = (signed(event) == "signed", (event.payload or {})["revision"], event.id)
    return here > (known["signed"] == "signed", known["revision"], known["event"])


def signed(event: Event) -> Signed:
    """Whether a shared event is signed; empty for one's own, which are signed when they are sent.

    Of colleagues' those alone are on a board whose signature holds
    (`lessonboard/parts/team/sharing`). What a trusted repository holds is read by this board
    itself, and counts as signed.
    """
    author = colleague(event.actor)
    if not author:
        return ""
    is_signed = is_repository(author) or (event.payload or {}).get("signed_by")
    return "signed" if is_signed else "unsigned"


def is_vouched_for(event: Event, known: Mapping[str, Any]) -> bool:
    """Whether a person vouches, by an event of their own board, for a known unsigned one."""
    meant = "" if colleague(event.actor) else (event.payload or {}).get("event")
    return bool(known["signed"] == "unsigned" and known["event"] == meant)


def _trust(row: Row | None, event: Event) -> Row | None:
    if row is None or not is_vouched_for(event, row):
        return row
    return {**row, "signed": "trusted"}


def _share(row: Row | None, event: Event) -> Row | None:
    said: dict[str, Any] = event.payload or {}
    if row is not None and not is_newer(event, row):
        return row
    kind, name = subject(event.type, said)
    return {
        "id": _keys(event)[0],
        "author": colleague(event.actor),
        "kind": kind,
        "name": name,
        "title": _title(said),
        "project": event.project,
        "revision": said["revision"],
        "content": content_of(event.type, said),
        "at": event.occurred_at,
        "event": event.id,
        "signed": signed(event),
    }


def _title(said: Payload) -> str:
    """What a thing is about, in a line."""
    if "decided_at" in said:
        return f"{said.get('says') or 'took the decision back'} {said.get('reason', '')}".strip()
    if "counts" in said:
        return f"shown in {said['counts'].get('injected', 0)} sessions"
    return str(said.get("title") or said.get("constraint", ""))


def content_of(type_: str, payload: Payload) -> dict[str, Any]:
    """What is shared, without its revision, its name and its signature."""
    if type_ == "thing.shared":
        return dict(payload["content"])
    return {name: value for name, value in payload.items() if name not in _OF_A_REVISION}


def key_of(type_: str, payload: Payload, author: str) -> str:
    """The key of a thing's row."""
    return _key(*subject(type_, payload), author)


def _key(kind: str, name: str, author: str) -> str:
    """A key that no other author can make: no author's name has an `@`, and no kind a colon."""
    return f"{kind}:{name}@{author}"


def _keys(event: Event) -> tuple[str, ...]:
    if event.type == _TRUSTED:
        said = event.payload or {}
        return (_key(said["kind"], said["name"], said["author"]),)
    return (key_of(event.type, event.payload or {}, colleague(event.actor)),)


_OF_A_REVISION = ("revision", "signed_by", "signature")
_TRUSTED = "unsigned.trusted"

SHARED_TYPES = ("lesson.shared", "decision.shared", "account.shared", "thing.shared")

SHARED = View(
    name="shared",
    version=4,
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
        "signed": word("Signed"),
    },
    reduce={**dict.fromkeys(SHARED_TYPES, _share), _TRUSTED: _trust},
    keys=_keys,
    indexes=("kind author name", "name"),
)
