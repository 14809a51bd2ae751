"""Who wrote what, where an event alone does not say: read again, or from elsewhere; pure.

An event is never rewritten. What a later reading of an agent's own transcript proves of it is an
event beside it, which counts only where both readings saw the same text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from blackboard.errors import NotFound
from blackboard.event import Event, NewEvent
from blackboard.events.payload import new
from blackboard.events.session import AuthorsAttested, MessageRecorded, ToolCalled
from blackboard.events.upcast import latest
from blackboard.vocabulary import Author

_HAVE_AUTHORS = (MessageRecorded.type, ToolCalled.type)
_NEEDS_PROOF: tuple[Author, ...] = ("human", "tool")
"""The authors whose words can become a lesson without a person."""


def author_of(event: Event) -> Author:
    """Who wrote the text of a message or the output of a call; unknown for events without."""
    (lifted,) = latest([event])
    author: Author = (lifted.payload or {}).get("said_by", "unknown")
    return author


def without_author(event: NewEvent) -> NewEvent:
    """An event of a transcript from elsewhere, which does not prove who wrote it."""
    if event.type not in _HAVE_AUTHORS or event.payload.get("said_by") not in _NEEDS_PROOF:
        return event
    return event._replace(payload={**event.payload, "said_by": "unknown"})


def attested(events: Iterable[Event]) -> list[Event]:
    """The events of a session in the newest version, with the authors that were proved since."""
    read = list(latest(events))
    authors = _proved(read)
    return [_with_author(event, authors) for event in read] if authors else read


def attested_one(event: Event, read: Callable[[str], Iterable[Event]]) -> Event:
    """One event, with its author if that was proved since.

    Args:
        event: the event.
        read: gives the `authors.attested` events of a stream.
    """
    (lifted,) = latest([event])
    if lifted.type not in _HAVE_AUTHORS or author_of(lifted) != "unknown":
        return lifted
    return _with_author(lifted, _proved(read(lifted.stream)))


def newly_attested(get: Callable[[str], Event], known: Sequence[NewEvent]) -> list[NewEvent]:
    """What a reading proves of events that are on the board already.

    Args:
        get: the event of an id.
        known: the events as they were read now.
    """
    found: dict[str, dict[Author, list[str]]] = defaultdict(lambda: defaultdict(list))
    for event in known:
        author = event.payload.get("said_by")
        if author in _NEEDS_PROOF and event.type in _HAVE_AUTHORS and _is_proof(get, event):
            found[str(event.payload["session"])][author].append(str(event.id))
    projects = {str(event.payload.get("session")): event.project for event in known}
    return [
        new(
            AuthorsAttested(session=session, authors=dict(authors)),
            project=projects[session],
            actor="import",
            correlation=session,
        )
        for session, authors in found.items()
    ]


def _is_proof(get: Callable[[str], Event], event: NewEvent) -> bool:
    """Whether the board has that event with the same text and without its author."""
    try:
        stored = get(str(event.id))
    except NotFound:
        return False
    (lifted,) = latest([stored])
    is_same = _without(lifted.payload) == _without(event.payload)
    return lifted.payload is not None and author_of(lifted) == "unknown" and is_same


def _without(payload: Any) -> dict[str, Any]:
    return {name: value for name, value in (payload or {}).items() if name != "said_by"}


def _proved(events: Iterable[Event]) -> dict[str, Author]:
    return {
        each: author
        for event in events
        if event.type == AuthorsAttested.type and event.payload
        for author, ids in event.payload["authors"].items()
        for each in ids
    }


def _with_author(event: Event, authors: dict[str, Author]) -> Event:
    if event.id not in authors or event.payload is None or author_of(event) != "unknown":
        return event
    return event._replace(payload={**event.payload, "said_by": authors[event.id]})
