"""What may answer a query: the passage of an event, or a row of what was learnt."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from blackboard.actors import role
from blackboard.event import Event
from blackboard.events import streams
from blackboard.search.document import Document
from blackboard.search.fit import Text
from blackboard.search.passages import passage
from blackboard.search.scope import LEARNT
from blackboard.search.weights import HEAD, MIDDLE, PASSAGE, REST


class Answer(NamedTuple):
    """Something that may answer a query, with its texts.

    `group` is what it is shown with, `key` that thing's key among its kind. `title` is empty where
    it is in a view. `event` is None for a row; `says` is the colleague whose word alone it is,
    and `harm` what a lesson would do that its person did not accept.
    """

    kind: str
    group: str
    key: str
    project: str | None
    agent: str | None
    at: int
    texts: tuple[Text, ...]
    title: str = ""
    event: Event | None = None
    says: str = ""
    harm: tuple[str, ...] = ()


def of_event(event: Event, fields: Collection[str]) -> Answer:
    """An event as an answer, with the text of some fields of its passage."""
    payload = event.payload or {}
    texts = tuple(
        Text(place, text, PASSAGE[place])
        for place, text in passage(event.type, payload)._asdict().items()
        if text and place in fields
    )
    thing = thing_of(event)
    if thing.kind == "session":
        return Answer(*thing, event.project, role(event.actor), event.occurred_at, texts,
                      event=event)  # fmt: skip
    return Answer(*thing, event.project, None, event.occurred_at, texts,
                  payload.get("title", ""), event)  # fmt: skip


class Thing(NamedTuple):
    """What passages are shown together as, and its key among its kind."""

    kind: str
    group: str
    key: str


def thing_of(event: Event) -> Thing:
    """The session that an event is of, or the review."""
    payload = event.payload or {}
    if "session" in payload:
        key = session_of(payload["session"])
        return Thing("session", streams.session(key), key)
    number = payload.get("number")
    key = event.stream if number is None else f"{event.project}#{number}"
    return Thing("review", f"review:{key}", key)


def number_of(name: str) -> int:
    """The number of a group, project or agent in an index: of 63 bits, so that each has its own."""
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest()) >> 1


def session_of(session: str) -> str:
    """The session that one belongs to: itself, or the one that started it as a subagent.

    >>> session_of("4b1e/a17"), session_of("4b1e")
    ('4b1e', '4b1e')
    """
    return session.split("/", 1)[0]


def of_row(view: str, row: Mapping[str, Any], document: Document, says: str = "",
           harm: tuple[str, ...] = ()) -> Answer:  # fmt: skip
    """A row of what was learnt as an answer, with the text of its document."""
    kind = view.removesuffix("s")
    weighted = zip(
        (document.head, document.middle, document.rest), (HEAD, MIDDLE, REST), strict=True
    )
    texts = tuple(Text(kind, text, weight) for text, weight in weighted if text)
    key = row["id"]
    return Answer(kind, f"{kind}:{key}", key, row["project"], None, row["last_seen_at"], texts,
                  row[LEARNT[view]], says=says, harm=harm)  # fmt: skip
