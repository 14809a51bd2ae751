"""Work items, as those see them who decide what becomes of them.

They read the table of claims, which is folded along with every event that they append, so that a
claim sees all that went before without reading it again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import orjson

from blackboard.event import Event
from blackboard.events.streams import work
from blackboard.events.upcast import lift, newest
from blackboard.storage.sqlite.aliases import TABLE as ALIASES
from blackboard.storage.sqlite.chunks import chunks, marks
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.work_claims import COLUMNS, TABLE, WorkClaims, decoded
from blackboard.views.view import Row
from blackboard.views.work import END, claimed_until, created_in

_CREATED = newest("work.created")
"""The version of the event that creates an item."""

_NEVER = 2**63 - 1
"""The greatest integer of SQLite: later than all that waits."""

_FEW = 1_000
"""Events that are folded while others wait for the lock; more of them before."""

_PASSED = 16
"""Events that a claim passes over, for a later one to fold them together."""

_YOUNG = 1_000_000
"""Microseconds for which it does, so that no lease of those events has run out."""

_READY_BY = ("work.created", "work.released", "work.failed", "work.quarantined")
"""After these something else may be due than before."""

_UNFOLDED = (
    f"SELECT MIN(recorded_at), MAX(recorded_at), TOTAL(type IN ({marks(_READY_BY)}) "
    "OR type = 'work.completed' AND INSTR(COALESCE(payload, ''), '\"unblocks\":[]') = 0) "
    "FROM events WHERE position > ?"
)
_AS_FOLDED = "NOT EXISTS (SELECT 1 FROM events WHERE stream = 'work:' || c.item AND position > ?)"
"""Whether an item's row says all that the log says of it."""

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
        f"{kind}AND {_OF if of_some else ''}{_CAN} AND {_AS_FOLDED} "
        f"ORDER BY c.due {order} LIMIT ?)"
    )


@cache
def _standing(priorities: int, kinds: int | None, *, of_some: bool) -> str:
    ready = _ready(kinds, of_some=of_some)
    held = f"{_SELECT} WHERE c.due >= ? AND c.due <= ? AND {_AS_FOLDED}"
    return " UNION ALL ".join([held, *[ready] * priorities])


def _bounds(
    priority: str,
    begins: int,
    kinds: Collection[str] | None,
    limit: int,
    tags: Collection[str],
    projects: Collection[str] | None,
    folded: int,
) -> list[object]:
    """What `_ready` asks for."""
    of = () if projects is None else (orjson.dumps(sorted(projects)).decode(),)
    has = orjson.dumps(sorted(tags)).decode()
    return [f"{priority}:", f"{priority}{END}", begins, *(kinds or ()), *of, has, folded,
            limit]  # fmt: skip


class WorkItems:
    """The work items of one file."""

    def __init__(self, file: SqliteLog) -> None:
        self._file = file
        self._connection = file.connection
        self._claims = WorkClaims(file.connection)
        self._rows: dict[str, Row] = {}
        self._folded = 0

    def begin(self, claiming_at: int | None = None) -> bool:
        """Bring the claims in step, in the transaction that is under way; False where it is long.

        Then `catch_up` is called without a transaction, and this again. Who claims at a time only
        needs `standing` and `newest`, which pass over the items of the last few events.
        """
        self._rows = {}
        head, reached, is_named = self._claims.standing()
        if reached is None or head - reached > _FEW or not is_named:
            return False
        self._folded = reached
        if reached < head and (claiming_at is None or not self._may_pass(head, claiming_at)):
            self.fold_rest()
        return True

    @contextmanager
    def reading(self) -> Iterator[int | None]:
        """A transaction of the file alone, with the claims in step; gives the position, as `begin`
        says None where it is long.
        """
        with wrap_errors(self._file.path), self._file.transaction():
            yield self._file.head() if self.begin() else None

    def versions(self, items: Collection[str]) -> dict[str, int]:
        """The versions of some items' streams."""
        found: dict[str, int] = {}
        for some in chunks(items):
            rows = self._connection.execute(
                "SELECT stream, MAX(version) FROM events "
                f"WHERE stream IN ({marks(some)}) GROUP BY stream",
                [work(item) for item in some],
            )
            found |= {stream.removeprefix(work("")): version for stream, version in rows}
        return found

    def _may_pass(self, head: int, now: int) -> bool:
        """Whether those events that are not folded make nothing due, and are few and young."""
        if head - self._folded > _PASSED:
            return False
        first, last, others = self._connection.execute(
            _UNFOLDED, (*_READY_BY, self._folded)
        ).fetchone()
        return not others and now - _YOUNG <= first and last <= now + _YOUNG

    def fold_rest(self) -> bool:
        """Fold what `begin` passed over; whether there was any."""
        before, head = self._folded, self._file.head()
        if before < head:
            self._folded = self._claims.step(head)
        return before < head

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
            self._folded = events[-1].position
            self._claims.fold(events, self._folded, self._rows)

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
            bounds += _bounds(priority, begins, kinds, limit, tags, projects, self._folded)
        many = None if kinds is None else len(kinds)
        statement = _standing(len(priorities), many, of_some=projects is not None)
        over = (claimed_until(0), claimed_until(now), self._folded)
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
        bounds = _bounds(priority, begins, [kind], limit, tags, projects, self._folded)
        return self._keep(self._connection.execute(statement, bounds))

    def inputs(self, rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
        """What the creator of each item gave along, which is in the event; nothing if forgotten."""
        found: dict[str, dict[str, Any]] = {row["item"]: {} for row in rows}
        with wrap_errors(self._file.path), self._file.transactions.thread:
            for some in chunks(created_in(row["place"]) for row in rows):
                created = self._connection.execute(
                    "SELECT schema, payload FROM events "
                    f"WHERE position IN ({marks(some)}) AND payload IS NOT NULL",
                    some,
                )
                for schema, text in created:  # which the fold has found fit
                    payload = lift("work.created", orjson.loads(text), schema, _CREATED)
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
