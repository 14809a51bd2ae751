"""The log in a PostgreSQL database; see `migrations/` for what the server does."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import psycopg
from psycopg.errors import UndefinedFunction

from blackboard import chain, chain_check
from blackboard.citations import Reach
from blackboard.condition import Condition
from blackboard.errors import BoardError, Conflict, NotFound, Outdated
from blackboard.event import Event, NewEvent, StoredEvent
from blackboard.log import Progress, Tell, Verification, ignore
from blackboard.storage import conditional
from blackboard.storage.forgetting_order import Order
from lessonboard.parts.team.postgres import forgetting
from lessonboard.parts.team.postgres.connecting import ours
from lessonboard.parts.team.postgres.listening import Listener
from lessonboard.parts.team.postgres.registers import Registers
from lessonboard.parts.team.postgres.rows import appended, columns_of, conditional_rows, event_of
from lessonboard.parts.team.postgres.session import Began

COLUMNS = ", ".join(StoredEvent._fields)
_PAGE = 1_000
_APPEND = "SELECT * FROM lessonboard.append(%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_APPEND_IF = "SELECT * FROM lessonboard.append_if(%s, %s, %s, %s, %s)"
_CONFLICT, _LATER, _ANOTHER_VERSION = "LB001", "LB005", "LB006"


class PostgresLog(Registers):
    """Events in one table of a database, appended by one function of the server.

    Whatever it does may raise LogUnreachable, CannotOpen where the database holds no log of this
    program's format or does not let one in, or NewerBoard. What was sent when the connection broke
    may be recorded or not; the same ids make it harmless to send it again. Processes each open
    their own. An event's actor is the user of the database, followed by a slash and what was
    stated, and times are the server's. For the arguments see `Session`.
    """

    def __init__(self, url: str, *, timeout: float | None = None) -> None:
        super().__init__(url, timeout=timeout)
        self._listener = Listener(url)
        self._appended_in: Began | None = None

    @property
    def user(self) -> str:
        """See `ServedLog.user`: the user of the database."""
        return str(self._one("SELECT session_user::text"))

    def append(
        self,
        events: Sequence[NewEvent],
        *,
        expected_version: int | None = None,
        payloads: Sequence[bytes] | None = None,
    ) -> list[Event]:
        """See `Log.append`."""
        if not events:
            return []
        if expected_version is not None:
            chain.check_version(events, expected_version, lambda _stream: expected_version)
        if self._timeout is not None and not self._depth:
            with self.transaction():  # which waits no longer than that
                return self.append(events, expected_version=expected_version, payloads=payloads)
        columns = columns_of(events, payloads or chain.encode_all(events))
        self._appended_in = self._began
        try:
            with self._using() as connection:
                rows = connection.execute(_APPEND, (*columns, expected_version)).fetchall()
        except BoardError as error:
            found = error.__cause__
            if isinstance(found, psycopg.Error) and found.sqlstate == _CONFLICT:
                version = int(found.diag.message_primary or 0)
                raise Conflict(events[0].stream, expected_version or 0, version) from found
            raise
        return [appended(columns, row) for row in rows]

    def append_if(
        self, events: Sequence[NewEvent], condition: Condition, ending: Collection[str] = ()
    ) -> list[Event]:
        """See `Log.append_if`; in one message, but to a server that lacks the function for it."""
        columns = columns_of(events, chain.encode_all(events))
        given = conditional_rows(columns, condition)
        bounds = (condition.since, list(condition.unless), condition.most, list(ending))
        try:
            rows = self._append_if((given, *bounds))
        except BoardError as error:
            found = error.__cause__
            if isinstance(found, UndefinedFunction):
                return conditional.append_if(self, events, condition, ending)
            raise _refused(error, events, condition) from found
        return [appended(columns, row) for row in rows]

    def _append_if(self, values: Sequence[object]) -> list[Any]:
        """Its rows; inside a transaction a refusal takes nothing else back."""
        if self._depth or self._timeout is not None:
            with self.transaction(), self._using() as connection:
                self._appended_in = self._began
                return connection.execute(_APPEND_IF, values).fetchall()
        with self._using() as connection:
            return connection.execute(_APPEND_IF, values).fetchall()

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
        """See `Log.read`; read page by page, so that no reader keeps a transaction open."""
        where, values = ["true"], []
        for clause, value in (
            ("position <= %s", until),
            ("stream = %s", stream),
            ("type = ANY (%s)", None if types is None else list(types)),
            ("project = ANY (%s)", None if projects is None else list(projects)),
        ):
            if value is not None:
                where.append(clause)
                values.append(value)
        for row in self._pages(" AND ".join(where), values, after, limit):
            yield event_of(row)

    def get(self, event_id: str) -> Event:
        """See `Log.get`."""
        rows = self._rows(f"SELECT {COLUMNS} FROM lessonboard.events WHERE id = %s", event_id)
        if not rows:
            raise NotFound(f"there is no event {event_id!r} on this board")
        return event_of(rows[0])

    def head(self) -> int:
        """See `Log.head`; in a transaction no one else moves it."""
        if self._began is not None and self._appended_in is not self._began:
            return self._began.head
        return int(self._one("SELECT position FROM lessonboard.head"))

    def version(self, stream: str) -> int:
        """See `Log.version`."""
        asked = "SELECT coalesce(max(version), 0) FROM lessonboard.events WHERE stream = %s"
        return int(self._one(asked, stream))

    def position_at(self, recorded_at: int) -> int:
        """See `Log.position_at`; goes back from the last event, as times mostly do not."""
        rows = self._rows(
            "SELECT position FROM lessonboard.events WHERE recorded_at <= %s "
            "ORDER BY position DESC LIMIT 1",
            recorded_at,
        )
        return int(rows[0][0]) if rows else 0

    def wait(self, after: int, timeout: float) -> int:
        """See `Log.wait`; the server notifies, and is polled now and then in case it could not."""
        deadline = time.monotonic() + timeout
        with ours(self._url):
            self._listener.begin()
            while (head := self.head()) <= after:
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                self._listener.wait(left)
        return head

    def verify(self, progress: Progress | None = None) -> Verification:
        """See `Log.verify`."""
        return chain_check.verified(self.stored(), self._unannounced, progress)

    def reach(self, event_ids: Collection[str], progress: Progress | None = None) -> Reach:
        """See `Log.reach`."""
        with self._using() as connection:
            return forgetting.reach(connection, event_ids, progress)

    def forget(
        self,
        events: Collection[str] | Reach,
        *,
        reason: str,
        actor: str,
        closing: Collection[str] = (),
        tell: Tell = ignore,
    ) -> list[str]:
        """See `Log.forget`; the server's own free space and backups keep the bytes for a while."""
        reach = events if isinstance(events, Reach) else self.reach(events)
        order = Order(reach, reason, actor, closing)
        with self.transaction(), self._using() as connection:
            return forgetting.erase(connection, order, self.append, tell)

    def stored(self, after: int = 0, *, limit: int | None = None) -> Iterator[StoredEvent]:
        """See `Log.stored`."""
        return map(StoredEvent._make, self._pages("true", [], after, limit))

    def now(self) -> int:
        """See `Log.now`: the server's clock, in a transaction that of its beginning."""
        if self._began is not None:
            return self._began.clock
        return int(self._one("SELECT lessonboard.clock()"))

    def close(self) -> None:
        """See `Log.close`."""
        self._listener.close()
        super().close()

    def _unannounced(self) -> list[tuple[int, str]]:
        """The position and id of each event whose payload is gone without having been forgotten."""
        return self._rows(
            "SELECT position, id FROM lessonboard.events e WHERE payload IS NULL AND NOT EXISTS "
            "(SELECT FROM lessonboard.events WHERE stream = 'forgotten:' || e.id) LIMIT %s",
            chain_check.MOST_PROBLEMS,
        )

    def _pages(
        self, where: str, values: Sequence[object], after: int, limit: int | None
    ) -> Iterator[Any]:
        left = limit
        while left is None or left > 0:
            size = _PAGE if left is None else min(_PAGE, left)
            page = self._rows(
                f"SELECT {COLUMNS} FROM lessonboard.events WHERE {where} AND position > %s "
                "ORDER BY position LIMIT %s",
                *values, after, size,
            )  # fmt: skip
            yield from page
            if len(page) < size:
                return
            after = page[-1][0]
            left = None if left is None else left - size


def _refused(error: BoardError, events: Sequence[NewEvent], condition: Condition) -> BoardError:
    """What it means that the server's function refused events on a condition."""
    found = error.__cause__
    state = found.sqlstate if isinstance(found, psycopg.Error) else None
    if state == _LATER:
        return Outdated(condition.since)
    if state == _ANOTHER_VERSION and isinstance(found, psycopg.Error):
        place, version = map(int, str(found.diag.message_primary).split())
        return Conflict(events[place - 1].stream, condition.versions[place - 1], version)
    return error
