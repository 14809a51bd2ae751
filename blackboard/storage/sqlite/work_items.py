"""Work items, as those see them who decide what becomes of them.

They read the table of claims, which is folded along with every event that they append, so that a
claim sees all that went before without reading it again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Any

import orjson

from blackboard.event import Event
from blackboard.storage.sqlite.aliases import TABLE as ALIASES
from blackboard.storage.sqlite.chunks import chunks, marks
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.windows import COLUMNS as EVENT_COLUMNS
from blackboard.storage.sqlite.windows import newest
from blackboard.storage.sqlite.work_claims import COLUMNS, TABLE, WorkClaims, decoded
from blackboard.views.view import Row
from blackboard.views.work import END, claimed_until, created_in

_NEVER = 2**63 - 1
"""The greatest integer of SQLite: later than all that waits."""

_FEW = 1_000
"""Events that are folded while others wait for the lock; more of them before."""

_NAMED = ", ".join("COALESCE(a.project, c.project)" if name == "project" else f"c.{name}"
                   for name in COLUMNS)  # fmt: skip
_SELECT = f"SELECT {_NAMED} FROM main.{TABLE} c LEFT JOIN {ALIASES} a ON a.alias = c.project"
"""The rows with the names that projects have now; stored is what was recorded."""


_CAN = (
    "(c.needs = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(c.needs) "
    "WHERE value NOT IN (SELECT value FROM json_each(?))))"
)
"""Whether a worker has all tags that an item needs."""


_OF = (
    "(c.project IS NULL OR COALESCE(a.project, c.project) IN (SELECT value FROM json_each(?))) AND "
)
"""Whether an item belongs to some projects, or to none."""


def _ready(kinds: int | None, *, of_some: bool, order: str = "") -> str:
    kind = "" if kinds is None else f"AND c.kind IN ({', '.join('?' * kinds)}) "
    return (
        f"SELECT * FROM ({_SELECT} WHERE c.due > ? AND c.due < ? AND c.not_before <= ? "
        f"{kind}AND {_OF if of_some else ''}{_CAN} ORDER BY c.due {order} LIMIT ?)"
    )


@cache
def _standing(priorities: int, kinds: int | None, *, of_some: bool) -> str:
    ready = _ready(kinds, of_some=of_some)
    held = f"{_SELECT} WHERE c.due >= ? AND c.due <= ?"
    return " UNION ALL ".join([held, *[ready] * priorities])


def _bounds(
    priority: str,
    begins: int,
    kinds: Collection[str] | None,
    limit: int,
    tags: Collection[str],
    projects: Collection[str] | None,
) -> list[object]:
    """What `_ready` asks for."""
    of = () if projects is None else (orjson.dumps(sorted(projects)).decode(),)
    has = orjson.dumps(sorted(tags)).decode()
    return [f"{priority}:", f"{priority}{END}", begins, *(kinds or ()), *of, has, limit]


class WorkItems:
    """The work items of one file."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file
        self._connection = file.connection
        self._claims = WorkClaims(file.connection)
        self._rows: dict[str, Row] = {}

    def begin(self) -> bool:
        """Bring the claims in step, in the transaction that is under way; False where it is long.

        Then `catch_up` is called without a transaction, and this again.
        """
        self._rows = {}
        head, reached, is_named = self._claims.standing()
        if reached is None or head - reached > _FEW or not is_named:
            return False
        if reached < head:
            self._claims.step(head)
        return True

    def has_names(self) -> bool:
        """Whether the names of projects are there, which come with the views."""
        with self._file.reading():
            return self._claims.standing().is_named

    def catch_up(self) -> None:
        """Fold what the claims lack, a window in a transaction."""
        with wrap_errors(self._file.path):
            head = self._file.head()
            reached = -1
            while reached < head:
                with self._file.transaction():
                    reached = self._claims.step(head)

    def drop(self) -> None:
        """Remove the claims, for the next one to fold them from the first event on."""
        with wrap_errors(self._file.path), self._file.transaction():
            self._claims.drop()

    def fold(self, events: Sequence[Event]) -> None:
        """Fold events that were appended just now, after `begin` in the same transaction."""
        if events:
            self._claims.fold(events, events[-1].position, self._rows)

    def row(self, item: str) -> Row | None:
        """An item, or None."""
        return self.rows([item]).get(item)

    def rows(self, items: Collection[str]) -> dict[str, Row]:
        """Those of some items that there are, by their ids."""
        found: dict[str, Row] = {}
        for some in chunks(items):
            rows = self._find(f"WHERE c.item IN ({marks(some)})", some)
            found |= {row["item"]: row for row in rows}
        return found

    def standing(
        self,
        priorities: Sequence[str],
        kinds: Collection[str] | None,
        now: int,
        limit: int,
        tags: Collection[str] = (),
        projects: Collection[str] | None = None,
        *,
        early: bool = False,
    ) -> tuple[list[Row], list[Row]]:
        """The items whose claim has run out, if no later lease holds them, and those to claim.

        Of each priority these are the oldest that may be claimed now by a worker with these tags;
        with `projects`, those of these and of none; with `early`, also those that wait for their
        time.
        """
        begins = _NEVER if early else now
        bounds: list[object] = []
        for priority in priorities:
            bounds += _bounds(priority, begins, kinds, limit, tags, projects)
        many = None if kinds is None else len(kinds)
        statement = _standing(len(priorities), many, of_some=projects is not None)
        over = (claimed_until(0), claimed_until(now))
        rows = self._keep(self._connection.execute(statement, (*over, *bounds)))
        overdue = [row for row in rows if row["state"] == "claimed"]
        return overdue, [row for row in rows if row["state"] != "claimed"]

    def newest(
        self,
        priority: str,
        kind: str,
        now: int,
        limit: int,
        tags: Collection[str] = (),
        projects: Collection[str] | None = None,
        *,
        early: bool = False,
    ) -> list[Row]:
        """The newest items of one kind and priority that may be claimed, as in `standing`."""
        begins = _NEVER if early else now
        statement = _ready(1, of_some=projects is not None, order="DESC")
        bounds = _bounds(priority, begins, [kind], limit, tags, projects)
        return self._keep(self._connection.execute(statement, bounds))

    def inputs(self, rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
        """What the creator of each item gave along, which is in the event; nothing if forgotten."""
        found: dict[str, dict[str, Any]] = {row["item"]: {} for row in rows}
        with wrap_errors(self._file.path), self._file.transactions.thread:
            for some in chunks(created_in(row["place"]) for row in rows):
                created = self._connection.execute(
                    f"SELECT {EVENT_COLUMNS} FROM events WHERE position IN ({marks(some)}) "
                    "AND payload IS NOT NULL",
                    some,
                )
                for event in newest(created):
                    payload: dict[str, Any] = event.payload or {}
                    found[payload["item"]] = payload.get("input", {})
        return found

    def open_with(self, dedup_key: str) -> Row | None:
        """The item of that key that is not yet finished, or None."""
        condition = "WHERE c.dedup_key = ? AND c.state IN ('ready', 'blocked', 'claimed') LIMIT 1"
        return next(iter(self._find(condition, [dedup_key])), None)

    def next_at(self, now: int) -> int | None:
        """When the next item becomes free that now waits for its time, or None."""
        row = self._connection.execute(
            f"SELECT MIN(not_before) FROM {TABLE} "
            "WHERE due IS NOT NULL AND state = 'ready' AND not_before > ?",
            (now,),
        ).fetchone()
        found: int | None = row[0]
        return found

    def _find(self, condition: str, values: Sequence[object]) -> list[Row]:
        """Rows, kept for what is appended about them in this transaction."""
        found = self._connection.execute(f"{_SELECT} {condition}", values)
        return self._keep(found)

    def _keep(self, found: Iterable[tuple[Any, ...]]) -> list[Row]:
        rows = [decoded(values) for values in found]
        self._rows |= {row["item"]: row for row in rows}
        return rows
