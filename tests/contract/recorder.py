"""A log as a recorder of the `eventsourcing` library, so that its own test suite can be asked.

Its aggregates are streams, its notifications are the log, its tracking is the position of a reader.
A stored event has an id made of its aggregate and version: recording it twice is a conflict there
and no news here, so the adapter takes the transaction back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Event as Signal
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    IntegrityError,
    Notification,
    StoredEvent,
    Tracking,
    TrackingRecorder,
)

from blackboard import ids
from blackboard.event import Event, NewEvent
from blackboard.follow import follow
from blackboard.log import Log

_INTERVAL = 0.05


class LogRecorder:
    """Fulfils all kinds of recorders but that for aggregates alone, which returns no numbers."""

    def __init__(self, log: Log) -> None:
        self._log = log

    def insert_events(
        self, stored_events: Sequence[StoredEvent], tracking: Tracking | None = None
    ) -> Sequence[int] | None:
        """Add all or none, together with how far an upstream was processed."""
        with self._log.transaction():
            added = self._log.append([_as_new(each) for each in stored_events])
            if len(added) < len(stored_events):
                raise IntegrityError("an event of that version is recorded already")
            if tracking is not None:
                self.insert_tracking(tracking)
        return [event.position for event in added]

    def select_events(
        self,
        originator_id: object,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> list[StoredEvent]:
        """The events of an aggregate between two versions."""
        events = [_as_stored(event) for event in self._log.read(stream=_stream(originator_id))]
        found = [
            event
            for event in (reversed(events) if desc else events)
            if (gt is None or event.originator_version > gt)
            and (lte is None or event.originator_version <= lte)
        ]
        return found[:limit]

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> list[Notification]:
        """The events of the whole log from a position on."""
        after = (start or 0) - (start is not None and inclusive_of_start)
        events = self._log.read(max(after, 0), until=stop, types=topics or None, limit=limit)
        return list(map(_as_notification, events))

    def max_notification_id(self) -> int | None:
        """The position of the last event."""
        return self._log.head() or None

    def subscribe(self, gt: int | None = None, topics: Sequence[str] = ()) -> Subscription:
        """What comes after a position, as it comes."""
        return Subscription(self._log, gt or 0, topics)

    def insert_tracking(self, tracking: Tracking) -> None:
        """Remember how far an upstream was processed; it never goes back."""
        name, position = tracking.application_name, tracking.notification_id
        with self._log.transaction():
            if self._log.reader_position(name) >= position:
                raise IntegrityError(f"{name} was processed up to {position} already")
            self._log.remember_reader(name, position)

    def max_tracking_id(self, application_name: str) -> int | None:
        """How far an upstream was processed."""
        return self._log.reader_position(application_name) or None

    def has_tracking_id(self, application_name: str, notification_id: int | None) -> bool:
        """Whether it was processed up to there."""
        return bool(TrackingRecorder.has_tracking_id(self, application_name, notification_id))

    def wait(self, *arguments: Any, **options: Any) -> None:
        """Wait until it is."""
        TrackingRecorder.wait(self, *arguments, **options)


class AggregateRecorder(LogRecorder):
    """The kind that tells no positions."""

    def insert_events(
        self, stored_events: Sequence[StoredEvent], tracking: Tracking | None = None
    ) -> None:
        """See `LogRecorder.insert_events`."""
        super().insert_events(stored_events, tracking)


class Subscription:
    """A log as it grows, until somebody stops it."""

    def __init__(self, log: Log, after: int, topics: Sequence[str]) -> None:
        self._stopped = Signal()
        self._events = follow(
            log, after, types=topics or None, until=self._stopped.is_set, interval=_INTERVAL
        )

    def stop(self) -> None:
        """End the iteration."""
        self._stopped.set()

    def __iter__(self) -> Iterator[Notification]:
        while not self._stopped.is_set() and (event := next(self._events, None)):
            yield _as_notification(event)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()


def _stream(originator_id: object) -> str:
    return f"aggregate:{originator_id}"


def _as_new(stored: StoredEvent) -> NewEvent:
    stream = _stream(stored.originator_id)
    payload = {"version": stored.originator_version, "state": stored.state.hex(),
               "originator": str(stored.originator_id)}  # fmt: skip
    id_ = ids.derived(stream, str(stored.originator_version))
    return NewEvent(stored.topic, stream, payload, id=id_)


def _as_stored(event: Event) -> StoredEvent:
    return StoredEvent(**_fields(event))


def _as_notification(event: Event) -> Notification:
    return Notification(**_fields(event), id=event.position)


def _fields(event: Event) -> dict[str, Any]:
    payload = event.payload or {}
    return {
        "originator_id": UUID(payload["originator"]),
        "originator_version": payload["version"],
        "topic": event.type,
        "state": bytes.fromhex(payload["state"]),
    }
