"""The work queue: each call reads, decides and appends in one transaction."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from blackboard import Board, ids
from blackboard.claims import Claims
from blackboard.condition import Condition
from blackboard.errors import Conflict, Outdated
from blackboard.event import Event, NewEvent
from blackboard.events.payload import new
from blackboard.events.work import WorkCompleted, WorkCreated, WorkEvent, WorkReleased
from blackboard.views.view import Row
from scheduler.work import decide
from scheduler.work.candidates import CHANGING, ByCopy, Candidates, Wanted
from scheduler.work.item import Item, NoSuchItem, NotPossible, Priority, claimed, item_of
from scheduler.work.standing import Standing
from scheduler.work.storable import storable

LEASE = 300.0
"""Seconds that a claim lasts without a heartbeat."""

_CONCERNING = ("work.created", "payload.forgotten")
"""What may concern an item without being on its stream: one that waits for it, or its end."""


def system_clock() -> int:
    """Microseconds since 1970 UTC."""
    return time.time_ns() // 1000


class Queue:
    """A board's work items, as one worker sees them.

    Args:
        board: the board with the items.
        worker: the worker's name, unique to the process.
        clock: microseconds since 1970 UTC; that of the log where none is given.
        lease: seconds that a claim lasts without a heartbeat.
        tags: what the machine has; items that need anything else are left to others.
        projects: those whose items it sees, beside items of none; None is all.
        newest_first: kinds of which the newest item is claimed where one is due.
    """

    def __init__(
        self,
        board: Board,
        worker: str,
        *,
        clock: Callable[[], int] | None = None,
        lease: float = LEASE,
        tags: Collection[str] = (),
        projects: Collection[str] | None = None,
        newest_first: Collection[str] = (),
    ) -> None:
        self.worker = worker
        self._board = board
        self._claims = Claims(board)
        self._items = self._claims.items
        seen = None if projects is None else frozenset(projects)
        self._standing = Standing(self._items, tags, seen, newest_first)
        self.now = clock or board.log.now
        self._by_log = clock is None
        self._lease = int(lease * 1_000_000)
        self._by_copy = ByCopy(self._look, self._offer, self._lease)

    def create(
        self,
        kind: str,
        input: dict[str, Any] | None = None,
        *,
        priority: Priority = "P2",
        depends_on: Sequence[str] = (),
        dedup_key: str | None = None,
        project: str | None = None,
        needs: Sequence[str] = (),
    ) -> tuple[str, bool]:
        """Create an item and return its id and whether it is new.

        With a `dedup_key`, an open item of that key is returned instead.

        Raises:
            NoSuchItem: it depends on an item that does not exist.
            InvalidEvent: the input cannot be stored as JSON.
        """
        with self._deciding():
            known = self._items.open_with(dedup_key) if dedup_key else None
            if known is not None:
                return known["item"], False
            item, needed = self._unused_id(), list(dict.fromkeys(depends_on))
            created = WorkCreated(
                item=item,
                kind=kind,
                priority=priority,
                depends_on=needed,
                waiting_for=[name for name in needed if not self._is_done(name)],
                input=input or {},
                dedup_key=dedup_key,
                needs=list(needs),
            )
            self._append([created], project)
            return item, True

    def claim(
        self, kinds: Collection[str] | None = None, limit: int = 1, *, early: bool = False
    ) -> list[Item]:
        """Claim the most urgent ready items, including those whose lease has expired.

        With `early` also those that wait for their time.
        """
        if self._claims.is_elsewhere:
            items = self._by_copy.claim(Wanted(kinds, early), limit)
            if items is not None:
                return items
        with self._deciding(self.now()):
            now = self.now()  # it may have waited, and a lease counts from here
            ready = self._ready(kinds, now, limit, early)
            chosen = self._standing.chosen(ready, now, limit, early=early)
            if not chosen:
                return []
            appended = self._claims.append_unfolded(self._claiming(chosen, now))
        return self._claimed(chosen, appended)

    def heartbeat(self, items: Sequence[Item]) -> int:
        """Renew the leases of items and return the new expiry.

        Raises:
            LeaseLost: the worker no longer holds one of them.
        """
        with self._deciding():
            self._held_rows(items)
            expires_at = self.now() + self._lease
            self._claims.lease([item.id for item in items], self.worker, expires_at)
        return expires_at

    def complete(self, items: Sequence[tuple[Item, dict[str, Any]]]) -> None:
        """Complete items with their outcomes, all or none.

        Raises:
            LeaseLost: the worker no longer holds one of them.
            InvalidEvent: an outcome cannot be stored as JSON.
        """
        with storable():
            if self._complete_as_claimed(items):
                return
        with self._deciding():
            done: dict[str, WorkCompleted] = {}  # by id: an item named twice is done once
            rows = self._held_rows([item for item, _ in items])
            for item, outcome in items:
                done[item.id] = WorkCompleted(
                    item=item.id, worker=item.worker, outcome=outcome,
                    unblocks=rows[item.id]["dependents"],
                )  # fmt: skip
            self._append(list(done.values()), None, {item.id: item.project for item, _ in items})
            self._claims.end_lease(list(done))

    def fail(self, item: Item, reason: str, *, retry: bool = True) -> None:
        """Record a failed attempt; the item is retried later, or quarantined after too many.

        Raises:
            LeaseLost: the worker no longer holds the item.
        """
        with self._deciding():
            self._held_rows([item])
            payloads = decide.fail(item, reason, self.now(), retry=retry)
            self._append(payloads, item.project)
            self._claims.end_lease([item.id])

    def release(self, items: Sequence[Item], reason: str) -> None:
        """Return items to the queue, as a stopping worker does; the attempt still counts.

        Raises:
            LeaseLost: the worker no longer holds one of them.
        """
        with self._deciding():
            self._held_rows(items)
            projects = {item.id: item.project for item in items}
            released = {item.id: WorkReleased(item=item.id, worker=item.worker, reason=reason)
                    for item in items}  # fmt: skip
            self._append(list(released.values()), None, projects)
            self._claims.end_lease(list(released))

    def postpone(self, item: Item, until: int, reason: str) -> None:
        """Return an item to the queue until a time in microseconds UTC; the attempt does not count.

        Raises:
            LeaseLost: the worker no longer holds the item.
        """
        with self._deciding():
            self._held_rows([item])
            released = WorkReleased(
                item=item.id, worker=self.worker, reason=reason, fresh=True, not_before=until
            )
            self._append([released], item.project)
            self._claims.end_lease([item.id])

    def hasten(self, item: str, reason: str) -> None:
        """Make a ready item due that waits for its time; another one stays as it is."""
        with self._deciding():
            if self._known(item)["state"] == "ready":
                self._make_due(item, reason)

    def retry(self, item: str, reason: str) -> None:
        """Put a failed or quarantined item back on the queue with its attempts reset, for a person.

        Raises:
            NoSuchItem: it does not exist.
            NotPossible: it is neither failed nor quarantined.
        """
        with self._deciding():
            row = self._known(item)
            if row["state"] not in ("failed", "quarantined"):
                raise NotPossible(f"{item} is {row['state']}: only what failed can be retried")
            self._make_due(item, reason)

    def held(self, item: str) -> Item:
        """An item that is claimed, so that a person can finish it.

        Raises:
            NoSuchItem: it does not exist.
            NotPossible: it is not claimed.
        """
        with self._deciding():
            row = self._known(item)
        if row["state"] != "claimed":
            raise NotPossible(f"{item} is {row['state']}: claim it first")
        inputs = self._items.inputs([row])
        return item_of(row, inputs[item])

    def next_at(self) -> int | None:
        """When the next waiting item becomes ready, or None."""
        with self._deciding():
            return self._items.next_at(self.now())

    def _look(self, wanted: Wanted, most: int) -> Candidates | None:
        """Follow the log and read the candidates; None where a lease has run out."""
        with self._claims.looking() as position:
            now, read_at = self.now(), time.monotonic()
            overdue, ready = self._standing.ready(wanted.kinds, now, most, early=wanted.early)
            if self._claims.expired(overdue, now):
                return None
            rows = self._standing.chosen(ready, now, most, early=wanted.early)
            versions = self._items.versions([row["item"] for row in rows])
        return Candidates(wanted, rows, versions, position, now, read_at)

    def _offer(self, candidates: Candidates, limit: int) -> list[Item]:
        """Claim the first of the candidates that are free."""
        offered = candidates.offered(limit)
        now = candidates.now if self._by_log else self.now()
        condition = Condition(
            [candidates.versions[row["item"]] for row in offered], candidates.since, CHANGING, limit
        )
        taken = self._claims.append_if(self._claiming(offered, now), condition)
        items = self._claimed(offered, taken)
        candidates.remove(offered, {item.id for item in items}, limit)
        return items

    def _claiming(self, rows: Sequence[Row], now: int) -> list[NewEvent]:
        claims = decide.claim(rows, self.worker, now + self._lease)
        return self._events(claims, {row["item"]: row["project"] for row in rows})

    def _claimed(self, rows: Iterable[Row], appended: Sequence[Event]) -> list[Item]:
        """The items of those claims that were appended."""
        events = {(event.payload or {})["item"]: event for event in appended}
        chosen = [row for row in rows if row["item"] in events]
        inputs = self._items.inputs(chosen)  # others may claim meanwhile
        return [claimed(row, inputs[row["item"]], events[row["item"]]) for row in chosen]

    def _complete_as_claimed(self, items: Sequence[tuple[Item, dict[str, Any]]]) -> bool:
        """Complete items of which the log has nothing new since they were claimed; else False."""
        done = {item.id: (item, outcome) for item, outcome in items}
        claims = [item.claim for item, _ in done.values() if item.claim is not None]
        if not done or len(claims) < len(done):
            return False
        completed = [WorkCompleted(item=item.id, worker=item.worker, outcome=outcome)
                     for item, outcome in done.values()]  # fmt: skip
        events = self._events(completed, {item.id: item.project for item, _ in done.values()})
        versions, since = [each.version for each in claims], min(each.position for each in claims)
        try:
            self._claims.append_if(events, Condition(versions, since, _CONCERNING), list(done))
        except (Conflict, Outdated):
            return False
        return True

    @contextmanager
    def _deciding(self, claiming_at: int | None = None) -> Iterator[None]:
        """Read, decide and append in one transaction; invalid payloads are refused as a whole."""
        with storable(), self._claims.deciding(claiming_at):
            yield

    def _unused_id(self) -> str:
        """A short id that is easy to type; one of the same second may be taken already."""
        while True:
            now = self.now()
            item = decide.item_id(now, ids.fresh(now))
            if self._items.row(item) is None:
                return item

    def _held_rows(self, items: Sequence[Item]) -> dict[str, Row]:
        rows = self._items.rows([item.id for item in items])
        for item in items:
            decide.require_held(rows.get(item.id), item)
        return rows

    def _ready(self, kinds: Collection[str] | None, now: int, limit: int, early: bool) -> list[Row]:
        """The items that may be claimed, after those are free again whose lease ran out."""
        overdue, ready = self._standing.ready(kinds, now, limit, early=early)
        if (overdue or len(ready) < limit) and self._items.fold_rest():
            overdue, ready = self._standing.ready(kinds, now, limit, early=early)
        expired = self._claims.expired(overdue, now)
        if not expired:
            return ready
        payloads = [event for row in expired for event in decide.expire(row)]
        self._append(payloads, None, {row["item"]: row["project"] for row in expired})
        self._claims.end_lease([row["item"] for row in expired])
        return self._standing.ready(kinds, now, limit, early=early)[1]

    def _make_due(self, item: str, reason: str) -> None:
        released = WorkReleased(item=item, worker=self.worker, reason=reason, fresh=True)
        self._append([released], self._known(item)["project"])

    def _is_done(self, item: str) -> bool:
        return bool(self._known(item)["state"] == "completed")

    def _known(self, item: str) -> Row:
        row = self._items.row(item)
        if row is None or row["state"] == "unknown" or not self._standing.sees(row["project"]):
            raise NoSuchItem(f"there is no work item {item!r}; see `lessonboard admin queue`")
        return row

    def _append(
        self,
        payloads: Sequence[WorkEvent],
        project: str | None,
        projects: dict[str, str | None] | None = None,
    ) -> None:
        if projects is None:
            projects = {payload.item: project for payload in payloads}
        self._claims.append(self._events(payloads, projects))

    def _events(
        self, payloads: Sequence[WorkEvent], projects: Mapping[str, str | None]
    ) -> list[NewEvent]:
        return [new(payload, project=projects[payload.item], actor=self.worker)
                for payload in payloads]  # fmt: skip
