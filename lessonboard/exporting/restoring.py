"""Taking exported events into a board: the same events, with the same ids, in a chain of its own.

Position, version, digest and time of recording are the new board's; all else stays. A line is
refused when its payload is not what its hash says, or breaks the schema of its type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from blackboard import Board, chain, ids
from blackboard.errors import InvalidEvent, NotFound
from blackboard.event import NewEvent, micros
from blackboard.events import catalogue, upcast
from blackboard.events.board import PayloadForgotten
from blackboard.events.lesson import LessonCreated
from blackboard.redaction.redact import redact_all
from blackboard.sources.lines import Line
from blackboard.sources.omission import Omission
from blackboard.views.captures import STREAM

_BATCH = 500
_STRINGS = ("id", "stream", "type", "actor", "occurred_at", "payload_sha256", "digest")
_OPTIONAL = ("project", "causation", "correlation")
FIELDS = frozenset((*_STRINGS, *_OPTIONAL, "position", "version", "schema", "recorded_at",
                    "payload"))  # fmt: skip


class Refused(NamedTuple):
    """A line that was not taken in, and why."""

    line: int
    reason: str


@dataclass
class Restored:
    """What became of the lines.

    `known` were on the board, `forgotten` were forgotten here, `left_out` are those that an
    untrusted file may not tell, and those of what is off here, `still_here` are ids forgotten
    there whose payload is here.
    """

    events: int = 0
    known: int = 0
    forgotten: int = 0
    left_out: int = 0
    still_here: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    def add(self, other: Restored) -> None:
        """Count what became of another file, too."""
        for name, told in vars(other).items():
            setattr(self, name, getattr(self, name) + told)

    def as_json(self) -> dict[str, Any]:
        """The counts, and each refused line."""
        told = [each._asdict() for each in self.refused]
        return {"events": self.events, "known": self.known, "forgotten": self.forgotten,
                "left_out": self.left_out, "still_here": self.still_here,
                "refused": told}  # fmt: skip


def is_exported(record: dict[str, Any] | None) -> bool:
    """Whether a line looks like an exported event."""
    return record is not None and record.keys() >= FIELDS


def restore(
    board: Board,
    lines: Iterable[Line],
    *,
    untrusted: bool = False,
    omission: Omission | None = None,
    progress: Callable[[int], None] = lambda _bytes: None,
) -> Restored:
    """Take exported events in; safe to run twice or to kill, and flat in memory.

    Args:
        board: where they go.
        lines: of the file.
        untrusted: take in only the lessons, as text of somebody else.
        omission: what is left out here.
        progress: called with the number of bytes read since the last call.
    """
    restored = Restored()
    gone = _forgotten_here(board)
    waiting: list[NewEvent] = []
    for number, line in enumerate(lines, 1):
        progress(line.end - line.offset)
        event = read_event(line.record)
        if isinstance(event, str):
            torn = "is cut off: the export did not end" if line.torn else event
            restored.refused.append(Refused(number, torn))
        elif event.id in gone:
            restored.forgotten += 1
        elif omission is not None and _is_off(event, omission):
            restored.left_out += 1
        elif not untrusted:
            gone |= _announced(event)
            waiting.append(event)
        elif event.type == LessonCreated.type:
            waiting.append(as_untrusted(event))
        else:
            restored.left_out += 1
        if len(waiting) >= _BATCH:
            _append(board, waiting, restored)
            waiting = []
    _append(board, waiting, restored)
    return restored


def _is_off(event: NewEvent, omission: Omission) -> bool:
    """Whether an event is of what is off here; decisions about that are taken in all the same."""
    return not event.stream.startswith(STREAM) and bool(
        omission.why_out(event, event.project, None)
    )


def read_event(record: dict[str, Any] | None) -> NewEvent | str:
    """An exported event, or what is wrong with its line."""
    if record is None:
        return "is no JSON object"
    if not is_exported(record):
        return f"is no exported event: it lacks {', '.join(sorted(FIELDS - record.keys())[:3])}"
    problem = _fault(record)
    if problem:
        return problem
    try:
        return _checked(record)
    except InvalidEvent as error:
        return str(error)
    except ValueError:
        return f"has a time that is none: {str(record['occurred_at'])[:40]!r}"


def as_untrusted(event: NewEvent) -> NewEvent:
    """A lesson of somebody else: proposed, for one project, and trusted as imported text."""
    told: dict[str, Any] = redact_all(dict(event.payload)).value
    payload = {**told, "trust": "imported", "status": "candidate", "scope": "project"}
    key = f"untrusted:{event.id}"
    return event._replace(payload=payload, id=ids.derived(event.stream, key), actor="import")


def _fault(record: dict[str, Any]) -> str:
    """What is wrong with the kinds of an event's fields."""
    if not all(isinstance(record[name], str) for name in _STRINGS) or not record["id"]:
        return "has an envelope field that is no text"
    if not all(record[name] is None or isinstance(record[name], str) for name in _OPTIONAL):
        return "has an envelope field that is no text"
    if type(record["schema"]) is not int or record["schema"] < 1:
        return "has no schema version"
    if not isinstance(record["payload"], dict):
        return "has no payload"
    if record["type"] not in catalogue.BY_TYPE:
        return f"is of a type that this program does not know: {record['type'][:60]!r}"
    if record["schema"] > upcast.newest(record["type"]):
        return f"is of a newer version of {record['type']} than this program knows"
    return ""


def _checked(record: dict[str, Any]) -> NewEvent:
    """The event, if its payload is the one that was recorded and fits its schema.

    Raises:
        InvalidEvent: it is not.
        ValueError: the time is none.
    """
    type_, payload = record["type"], record["payload"]
    found = chain.payload_hash(chain.encode(type_, payload)).hex()
    if found != record["payload_sha256"]:
        raise InvalidEvent("has a payload that was altered: it is not what its hash says")
    catalogue.check(type_, record["schema"], payload)
    event = NewEvent(
        type_,
        record["stream"],
        payload,
        record["schema"],
        record["project"],
        record["actor"],
        micros(record["occurred_at"]),
        record["id"],
        record["causation"],
        record["correlation"],
    )
    chain.check(event)
    chain.link(chain.GENESIS, _envelope(event), b"")
    return event


def _envelope(event: NewEvent) -> chain.Envelope:
    """The envelope with the longest numbers that a board may give it, to see whether it fits."""
    most = 2**63 - 1
    return (most, event.id, event.stream, most, event.type, event.schema, event.project,
            event.actor, event.occurred_at, most, event.causation, event.correlation)  # fmt: skip


def _append(board: Board, waiting: list[NewEvent], restored: Restored) -> None:
    with board.transaction():
        for each in waiting:
            if _announced(each) and _is_here(board, each.payload["event_id"]):
                restored.still_here.append(each.payload["event_id"])
        added = len(board.log.append(waiting))
    restored.events += added
    restored.known += len(waiting) - added


def _announced(event: NewEvent) -> set[str]:
    is_told = event.type == PayloadForgotten.type
    return {str(event.payload["event_id"])} if is_told else set()


def _forgotten_here(board: Board) -> set[str]:
    told = board.read(types=[PayloadForgotten.type])
    return {str(event.payload["event_id"]) for event in told if event.payload}


def _is_here(board: Board, event_id: str) -> bool:
    try:
        return board.log.get(event_id).payload is not None
    except NotFound:
        return False
