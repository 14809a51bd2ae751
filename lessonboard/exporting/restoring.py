"""Restore exported events into a board: the same events and ids, in a new chain.

Position, version, digest and recording time are the new board's; everything else is preserved. A
line is refused if its payload does not match its hash, or violates its type's schema. Events of
types that are not declared here are kept as they are: a plug-in may come back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from blackboard import Board, chain, ids
from blackboard.errors import InvalidEvent, NotFound
from blackboard.event import Event, NewEvent, micros
from blackboard.events import catalogue, streams
from blackboard.events.board import PayloadForgotten
from blackboard.events.lesson import LessonCreated
from blackboard.piecewise import piecewise
from blackboard.redaction.redact import redact_all
from blackboard.sources.lines import Line
from blackboard.sources.omission import Omission

_BATCH = 500
_STRINGS = ("id", "stream", "type", "actor", "occurred_at", "payload_sha256", "digest")
_OPTIONAL = ("project", "causation", "correlation")
FIELDS = frozenset((*_STRINGS, *_OPTIONAL, "position", "version", "schema", "recorded_at",
                    "payload"))  # fmt: skip


class Refused(NamedTuple):
    """A refused line, and the reason."""

    line: int
    reason: str


class _Numbered(NamedTuple):
    """An event, and its line."""

    line: int
    event: NewEvent


@dataclass
class Restored:
    """The outcome of the lines.

    `known` were on the board already, `forgotten` were forgotten here, `left_out` are those that an
    untrusted file may not contain, or that are switched off here, `still_here` are ids that were
    forgotten there but have a payload here.
    """

    events: int = 0
    known: int = 0
    forgotten: int = 0
    left_out: int = 0
    still_here: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    def add(self, other: Restored) -> None:
        """Add the outcome of another file."""
        for name, count in vars(other).items():
            setattr(self, name, getattr(self, name) + count)

    def as_json(self) -> dict[str, Any]:
        """Return the counts, and each refused line."""
        refused = [line._asdict() for line in self.refused]
        return {"events": self.events, "known": self.known, "forgotten": self.forgotten,
                "left_out": self.left_out, "still_here": self.still_here,
                "refused": refused}  # fmt: skip


def is_exported(record: dict[str, Any] | None) -> bool:
    """Return whether a line looks like an exported event."""
    return record is not None and record.keys() >= FIELDS


def restore(
    board: Board,
    lines: Iterable[Line],
    *,
    untrusted: bool = False,
    omission: Omission | None = None,
    progress: Callable[[int], None] = lambda _bytes: None,
) -> Restored:
    """Restore exported events; idempotent, safe to interrupt, with constant memory.

    Args:
        board: the target board.
        lines: the file's lines.
        untrusted: restore only lessons that are not here, as imported text.
        omission: what is switched off here.
        progress: called with the number of bytes read since the last call.
    """
    restored = Restored()
    forgotten_ids = _forgotten_here(board)
    waiting: list[_Numbered] = []
    for number, line in enumerate(lines, 1):
        progress(line.end - line.offset)
        event = read_event(line.record)
        if isinstance(event, str):
            problem = "is cut off: the export did not end" if line.torn else event
            restored.refused.append(Refused(number, problem))
        elif event.id in forgotten_ids:
            restored.forgotten += 1
        elif omission is not None and _is_off(event, omission):
            restored.left_out += 1
        elif not untrusted:
            forgotten_ids |= _forgotten_id(event)
            waiting.append(_Numbered(number, event))
        elif _has(board, event.id or ""):
            restored.known += 1
        elif event.type == LessonCreated.type:
            waiting.append(_Numbered(number, as_untrusted(event)))
        else:
            restored.left_out += 1
        if len(waiting) >= _BATCH:
            _append(board, waiting, restored)
            waiting = []
    _append(board, waiting, restored)
    return restored


def _is_off(event: NewEvent, omission: Omission) -> bool:
    """Return whether an event belongs to something that is off here; such decisions themselves are
    restored.
    """
    return not event.stream.startswith(streams.CAPTURE) and bool(
        omission.why_out(event, event.project, None)
    )


def read_event(record: dict[str, Any] | None) -> NewEvent | str:
    """Return an exported event, or the problem of its line."""
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
    except (TypeError, LookupError, AttributeError, RecursionError) as error:
        return f"has a payload that cannot be read ({type(error).__name__})"
    except ValueError:
        return f"has an invalid time: {str(record['occurred_at'])[:40]!r}"


def as_untrusted(event: NewEvent) -> NewEvent:
    """Return a third-party lesson: a candidate for one project, with the trust of imported text.

    What it claims to be proven by is not of this board.
    """
    clean: dict[str, Any] = redact_all(dict(event.payload)).value
    payload = {**clean, "trust": "imported", "status": "candidate", "scope": "project",
               "proof": "", "asked": ""}  # fmt: skip
    key = f"untrusted:{event.id}"
    return event._replace(payload=payload, id=ids.derived(event.stream, key), actor="import")


def _fault(record: dict[str, Any]) -> str:
    """Return the problem with the types of an event's fields, or an empty text."""
    if not all(isinstance(record[name], str) for name in _STRINGS) or not record["id"]:
        return "has an envelope field that is not text"
    if not all(record[name] is None or isinstance(record[name], str) for name in _OPTIONAL):
        return "has an envelope field that is not text"
    if type(record["schema"]) is not int or record["schema"] < 1:
        return "has no schema version"
    if not isinstance(record["payload"], dict):
        return "has no payload"
    model = catalogue.model_of(record["type"])
    if model is not None and record["schema"] > model.version:
        return f"is of a newer version of {record['type']} than this program knows"
    return ""


def _checked(record: dict[str, Any]) -> NewEvent:
    """Return the event, if its payload matches its hash and its schema.

    Raises:
        InvalidEvent: it does not.
        ValueError: the time is invalid.
    """
    type_, payload = record["type"], record["payload"]
    actual_hash = chain.payload_hash(chain.encode(type_, payload)).hex()
    if actual_hash != record["payload_sha256"]:
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
    """Return the envelope with the largest possible numbers, to check its size."""
    most = 2**63 - 1
    return (most, event.id, event.stream, most, event.type, event.schema, event.project,
            event.actor, event.occurred_at, most, event.causation, event.correlation)  # fmt: skip


def _append(board: Board, waiting: list[_Numbered], restored: Restored) -> None:
    """Append a batch; an event that the log refuses costs its own line."""

    def append(some: Sequence[_Numbered]) -> list[Event]:
        with board.transaction():
            return board.log.append([each.event for each in some])

    def refuse(one: _Numbered, error: Exception) -> None:
        reason = str(error) if isinstance(error, InvalidEvent) else type(error).__name__
        restored.refused.append(Refused(one.line, f"cannot be recorded here: {reason}"))

    before = len(restored.refused)
    with board.transaction():
        for _, event in waiting:
            if _forgotten_id(event) and _is_here(board, event.payload["event_id"]):
                restored.still_here.append(event.payload["event_id"])
        added = len(piecewise(append, waiting, refuse))
    restored.events += added
    restored.known += len(waiting) - added - (len(restored.refused) - before)


def _forgotten_id(event: NewEvent) -> set[str]:
    is_forgotten = event.type == PayloadForgotten.type
    return {str(event.payload["event_id"])} if is_forgotten else set()


def _forgotten_here(board: Board) -> set[str]:
    events = board.read(types=[PayloadForgotten.type])
    return {str(event.payload["event_id"]) for event in events if event.payload}


def _is_here(board: Board, event_id: str) -> bool:
    return _has(board, event_id) and board.log.get(event_id).payload is not None


def _has(board: Board, event_id: str) -> bool:
    try:
        board.log.get(event_id)
    except NotFound:
        return False
    return True
