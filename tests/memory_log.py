"""A log in memory, kept nowhere: a second implementation of the port, for tests alone."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

import orjson

from blackboard import chain, ids
from blackboard.citations import RECORDS_OF_FORGETTING, Reach, Record, search
from blackboard.condition import Condition
from blackboard.errors import NotFound
from blackboard.event import Event, NewEvent, StoredEvent
from blackboard.log import Progress, Tell, Verification, ignore
from blackboard.storage import conditional
from blackboard.storage.forgetting_order import Order, announcements
from blackboard.storage.sqlite.tail import closing_streams, recording_time


class MemoryLog:
    """Events in a list, for tests and for trying things out; gone with the process."""

    def __init__(self, clock: Callable[[], int] = lambda: time.time_ns() // 1000) -> None:
        self._clock = clock
        self._events: list[Event] = []
        self._texts: list[bytes | None] = []
        self._by_id: dict[str, int] = {}
        self._versions: dict[str, int] = {}
        self._leases: dict[str, int] = {}
        self._readers: dict[str, int] = {}
        self._changed = threading.Condition(threading.RLock())

    def append(
        self,
        events: Sequence[NewEvent],
        *,
        expected_version: int | None = None,
        payloads: Sequence[bytes] | None = None,
    ) -> list[Event]:
        """See `Log.append`."""
        with self.transaction():
            if events and expected_version is not None:
                chain.check_version(events, expected_version, self.version)
            added = [self._add(event) for event in events if self._is_wanted(event)]
            self._changed.notify_all()
        return added

    def append_if(
        self, events: Sequence[NewEvent], condition: Condition, ending: Collection[str] = ()
    ) -> list[Event]:
        """See `Log.append_if`."""
        return conditional.append_if(self, events, condition, ending)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """See `Log.transaction`; an error takes back what was appended inside."""
        with self._changed:
            before = len(self._events)
            leases, readers = dict(self._leases), dict(self._readers)
            try:
                yield
            except BaseException:
                self._cut(before)
                self._leases, self._readers = leases, readers
                raise

    def read(
        self,
        after: int = 0,
        *,
        until: int | None = None,
        stream: str | None = None,
        types: Collection[str] | None = None,
        projects: Collection[str] | None = None,
        limit: int | None = None,
    ) -> Iterator[Event]:
        """See `Log.read`."""
        found = (
            event
            for event in self._events[after:until]
            if (stream is None or event.stream == stream)
            and (types is None or event.type in types)
            and (projects is None or event.project in projects)
        )
        return islice(found, limit)

    def get(self, event_id: str) -> Event:
        """See `Log.get`."""
        if event_id not in self._by_id:
            raise NotFound(f"there is no event {event_id!r} on this board")
        return self._events[self._by_id[event_id]]

    def head(self) -> int:
        """See `Log.head`."""
        return len(self._events)

    def version(self, stream: str) -> int:
        """See `Log.version`."""
        return self._versions.get(stream, 0)

    def position_at(self, recorded_at: int) -> int:
        """See `Log.position_at`."""
        return max(
            (event.position for event in self._events if event.recorded_at <= recorded_at),
            default=0,
        )

    def wait(self, after: int, timeout: float) -> int:
        """See `Log.wait`."""
        with self._changed:
            self._changed.wait_for(lambda: self.head() > after, timeout)
            return self.head()

    def verify(self, progress: Progress | None = None) -> Verification:
        """See `Log.verify`."""
        digest, problems = chain.GENESIS, []
        for event, text in zip(self._events, self._texts, strict=True):
            if text is not None and chain.payload_hash(text) != event.payload_sha256:
                problems.append(f"event {event.position}: the payload was changed")
            if chain.link(digest, event[:12], event.payload_sha256) != event.digest:
                problems.append(f"event {event.position}: the envelope or the order was changed")
            digest = event.digest
            if progress is not None:
                progress(event.position)
        return Verification(self.head(), self._texts.count(None), digest.hex(), problems)

    def reach(self, event_ids: Collection[str], progress: Progress | None = None) -> Reach:
        """See `Log.reach`."""
        reach = Reach()
        for event_id in event_ids:
            event = self.get(event_id)
            reach.add(event.id, event.type, event.payload)
        search(reach, self._records)
        return reach

    def forget(
        self,
        events: Collection[str] | Reach,
        *,
        reason: str,
        actor: str,
        closing: Collection[str] = (),
        tell: Tell = ignore,
    ) -> list[str]:
        """See `Log.forget`."""
        with self.transaction():
            ids = list(events.because_of) if isinstance(events, Reach) else list(events)
            inside = [event.id for event in self._events if event.stream in closing]
            because_of = self.reach([*ids, *inside]).because_of
            if isinstance(events, Reach):
                because_of.update(events.because_of)
            forgotten = [each for each in because_of if self.get(each).payload is not None]
            reach = Reach()
            reach.because_of = because_of
            self.append(list(announcements(Order(reach, reason, actor, closing), forgotten)))
            for each in forgotten:
                self._erase(self._by_id[each])
        return forgotten

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """See `Log.stored`."""
        for event in self.read(after, limit=limit):
            text = self._texts[event.position - 1]
            yield StoredEvent._make((*event[:12], text and text.decode(), *event[13:]))

    def now(self) -> int:
        """See `Log.now`."""
        return self._clock()

    def lease(self, items: Collection[str], holder: str, expires_at: int) -> None:
        """See `Log.lease`."""
        self._leases |= dict.fromkeys(items, expires_at)

    def end_lease(self, items: Collection[str]) -> None:
        """See `Log.end_lease`."""
        for item in items:
            self._leases.pop(item, None)

    def leases(self, items: Collection[str]) -> dict[str, int]:
        """See `Log.leases`."""
        return {item: self._leases[item] for item in items if item in self._leases}

    def reader_position(self, name: str) -> int:
        """See `Log.reader_position`."""
        return self._readers.get(name, 0)

    def remember_reader(self, name: str, position: int) -> None:
        """See `Log.remember_reader`."""
        self._readers[name] = position

    def close(self) -> None:
        """See `Log.close`; nothing is held open."""

    def _add(self, event: NewEvent) -> Event:
        chain.check(event)
        last = self._events[-1] if self._events else None
        now = recording_time(self._clock(), last.recorded_at if last else 0)
        text = chain.encode(event.type, event.payload)
        envelope = (
            self.head() + 1,
            event.id or ids.fresh(now),
            event.stream,
            self.version(event.stream) + 1,
            event.type,
            event.schema,
            event.project or None,
            event.actor,
            now if event.occurred_at is None else event.occurred_at,
            now,
            event.causation or None,
            event.correlation or None,
        )
        payload_sha256 = chain.payload_hash(text)
        digest = chain.link(last.digest if last else chain.GENESIS, envelope, payload_sha256)
        added = Event(*envelope, orjson.loads(text), payload_sha256, digest)
        self._keep(added, text)
        return added

    def _keep(self, event: Event, text: bytes) -> None:
        self._by_id[event.id] = len(self._events)
        self._events.append(event)
        self._texts.append(text)
        self._versions[event.stream] = event.version

    def _cut(self, length: int) -> None:
        for event in self._events[length:]:
            del self._by_id[event.id]
            self._versions[event.stream] = min(self._versions[event.stream], event.version - 1)
        del self._events[length:], self._texts[length:]

    def _is_wanted(self, event: NewEvent) -> bool:
        is_closed = any(map(self.version, closing_streams(event.stream)))
        return event.id not in self._by_id and not is_closed

    def _records(self) -> Iterator[Record]:
        for event, text in zip(self._events, self._texts, strict=True):
            if text is not None and event.type not in RECORDS_OF_FORGETTING:
                yield event.id, event.type, text.decode()

    def _erase(self, index: int) -> None:
        self._texts[index] = None
        self._events[index] = self._events[index]._replace(payload=None)
