"""What must be forgotten along with an event: the events whose payloads cite it.

A lesson quotes its evidence verbatim and names the event that it comes from, so erasing one
without the other would leave the text on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import orjson

from blackboard.event import Payload

RECORDS_OF_FORGETTING = ("payload.forgotten", "stream.closed")
"""Types that record what was forgotten: they name it, quote nothing, and are never forgotten."""

_NAMED = {
    "lesson.created": "lesson",
    "insight.curated": "insight",
    "recommendation.proposed": "recommendation",
    "improvement.requested": "request",
    "work.created": "item",
    "workflow.drafted": "made_from_sha256",
    "workflow.compiled": "made_from_sha256",
}
"""Events that give a name to something, and the field that holds it."""

_OWNER = {"recording.imported": "recording"}
"""Events of something to which all belong that have it in the same field.

A person chose its name, so that in other fields it may be any word.
"""

_WORDED = ("step_card.compiled",)
_WORDING = ("workflow.drafted", "workflow.compiled", "workflow.edited")
"""Types whose words are in the workflows of the same recording, and the types of those."""

_QUOTED = ("message.recorded", "tool.called")
_QUOTING = (
    "pattern.detected", "reflection.completed", "improvement.requested", "model.answered",
    "proposal.refused",
)  # fmt: skip
_SUBJECTS = ("subject", "session_id")
"""Types that quote what was said and done in a session without naming the event, and the fields
in which they name the session."""

Record = tuple[str, str, str]
"""An event as `Reach.grow` reads it: id, type, and the payload as JSON text."""


class Name(NamedTuple):
    """A JSON string by which payloads cite something.

    With `fields` it counts only as the value of one of them, with `types` only in such events.
    """

    text: str
    fields: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


def names_of(event_id: str, type_: str, payload: Payload | None) -> list[Name]:
    """The names by which other payloads cite an event or what it made.

    >>> [name.text for name in names_of("e1", "lesson.created", {"lesson": "lesson-1"})]
    ['e1', 'lesson-1']
    >>> names_of("e2", "recording.imported", {"recording": "songs"})[1]
    Name(text='songs', fields=('recording',), types=())
    """
    known = payload or {}
    names = [Name(event_id)]
    if type_ in _NAMED:
        names.append(Name(_text(known, _NAMED[type_])))
    if type_ in _OWNER:
        names.append(Name(_text(known, _OWNER[type_]), (_OWNER[type_],)))
    if type_ in _WORDED:
        names.append(Name(_text(known, "recording"), ("recording",), _WORDING))
    if type_ in _QUOTED:
        names.append(Name(_text(known, "session"), _SUBJECTS, _QUOTING))
    return [name for name in names if name.text]


def payload_in(text: str | None) -> Payload | None:
    """The payload that a stored text holds; None where it was forgotten or is no JSON object."""
    try:
        payload = orjson.loads(text or "null")
    except orjson.JSONDecodeError:
        return None
    return payload if isinstance(payload, dict) else None


def _text(payload: Payload, field: str) -> str:
    value = payload.get(field)
    return value if isinstance(value, str) else ""


class _Pattern(NamedTuple):
    """A name that needs a closer look: how it is written in JSON, and because of which event."""

    texts: tuple[str, ...]
    types: tuple[str, ...]
    because_of: str

    def is_in(self, type_: str, text: str) -> bool:
        return (not self.types or type_ in self.types) and any(each in text for each in self.texts)


class Reach:
    """The events to forget: those that were asked for, and all that cite one of them.

    `because_of` maps each event's id to that of the event asked for because of which it goes.
    `head` is the position up to which the log was searched for citations.
    """

    def __init__(self) -> None:
        self.because_of: dict[str, str] = {}
        self.head = 0
        self._parts: set[str] = set()
        self._plain: dict[str, str] = {}
        self._patterns: dict[str, list[_Pattern]] = {}

    def add(
        self, event_id: str, type_: str, payload: Payload | None, because_of: str | None = None
    ) -> None:
        """Add an event; without `because_of` it is one that was asked for."""
        if event_id in self.because_of:
            return
        root = self.because_of[event_id] = because_of or event_id
        for name in names_of(event_id, type_, payload):
            self._remember(name, root)

    def grow(self, records: Iterable[Record]) -> bool:
        """Add those events that cite one that is to be forgotten; whether there were any.

        Payloads are split at their quotation marks, so that looking for many names takes no
        longer than for one.
        """
        before, parts = len(self.because_of), self._parts
        for event_id, type_, text in records:
            pieces = text.split('"')
            if parts.isdisjoint(pieces) or event_id in self.because_of:
                continue
            root = self._cited(pieces, type_, text)
            if root is not None and type_ not in RECORDS_OF_FORGETTING:
                self.add(event_id, type_, payload_in(text), root)
        return len(self.because_of) > before

    def _remember(self, name: Name, root: str) -> None:
        """Note a name by the longest part of it that has no quotation mark."""
        encoded = orjson.dumps(name.text).decode()
        part = max(encoded.split('"'), key=len)
        self._parts.add(part)
        if part == name.text and not name.fields and not name.types:
            self._plain.setdefault(part, root)
            return
        texts = tuple(f'"{field}":{encoded}' for field in name.fields) or (encoded,)
        patterns = self._patterns.setdefault(part, [])
        if all((each.texts, each.types) != (texts, name.types) for each in patterns):
            patterns.append(_Pattern(texts, name.types, root))

    def _cited(self, pieces: list[str], type_: str, text: str) -> str | None:
        """Because of which event a payload is to be forgotten, or None."""
        for piece in pieces:
            if piece in self._plain:
                return self._plain[piece]
            for pattern in self._patterns.get(piece, ()):
                if pattern.is_in(type_, text):
                    return pattern.because_of
        return None


def search(reach: Reach, *scans: Callable[[], Iterable[Record]]) -> None:
    """Add to a reach all that cites it in a log, directly or through others.

    Citations mostly point backwards, so one reading in order finds chains of them. A name that
    was made twice, or events of another board, may be cited earlier: what is found makes another
    reading necessary. So the scans go from a quick one of a part of the log to one of all of it,
    which then mostly finds nothing new and is needed once.
    """
    while any(reach.grow(scan()) for scan in scans):
        pass
