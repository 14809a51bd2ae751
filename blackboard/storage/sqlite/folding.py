"""The rows of views after a window of the log, and which events could not be folded into them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import orjson

from blackboard.errors import ViewFailed
from blackboard.event import Event
from blackboard.storage.sqlite import tables
from blackboard.storage.sqlite.aliases import Names
from blackboard.storage.sqlite.set_aside import SetAside, entry
from blackboard.storage.sqlite.windows import Window, events_between, named
from blackboard.views.ties import TIES
from blackboard.views.view import Row, View

_ABOUT_VALUES = (
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
    sqlite3.DataError,
    sqlite3.IntegrityError,
)
"""SQLite's errors of what was to be written; all others are of the file or the disk."""

_NOT_OF_THE_EVENT = (sqlite3.Error, orjson.JSONDecodeError, ViewFailed)
"""Raised by reading a row of a damaged file, and by a program's own view, whose author mends it."""


class Fold:
    """The rows of one view while a window of the log is folded into them."""

    def __init__(
        self, connection: sqlite3.Connection, view: View, shadow: str, reached: int
    ) -> None:
        self.view = view
        self.rows: dict[str, Row] = {}
        self.before: dict[str, Row | None] = {}
        self.refused: list[SetAside] = []
        self.last: Event | None = None
        self._connection = connection
        self._shadow = shadow
        self._reached = reached

    def take(self, event: Event) -> None:
        """Fold one event, unless it was folded before; all of its rows are changed or none is."""
        if event.position <= self._reached:
            return
        self.last = event
        view, rows, before = self.view, self.rows, self.before
        changed: dict[str, Row] = {}
        try:
            step = view.reduce[event.type]
            for key in view.keys(event):
                row = changed[key] if key in changed else rows.get(key)
                if row is None:
                    row = before[key] if key in before else self._load(key)
                after = step(row or view.before(key), event)
                if after is not None:
                    changed[key] = after
        except _NOT_OF_THE_EVENT:
            raise
        except Exception as error:
            self.refuse(event, error)
            return
        if changed:
            rows.update(changed)

    def refuse(self, event: Event, error: Exception) -> None:
        """Set an event aside, unless it was folded before."""
        if event.position > self._reached:
            name = f"{self.view.name}{self._shadow}"
            self.refused.append(entry(name, self.view.version, event, error))

    def _load(self, key: str) -> Row | None:
        key.encode()  # an error of the event, which SQLite would take for one of the file
        self.before[key] = tables.load(self._connection, self.view, key, self._shadow)
        return self.before[key]


def folded(
    connection: sqlite3.Connection,
    views: Sequence[View],
    shadow: str,
    reached: Mapping[str, int],
    *,
    window: Window,
    names: Names | None,
) -> list[Fold]:
    """What a window makes of each view, with nothing written yet.

    Args:
        connection: where log and views are.
        views: to be folded.
        shadow: the suffix of their tables.
        reached: how far each has come.
        window: of the log; its end is known for sure afterwards.
        names: the names that projects have now; ties are folded by those that were recorded.
    """
    folds = [Fold(connection, view, shadow, reached[view.name]) for view in views]
    types = sorted({type_ for view in views for type_ in view.reduce})
    takers = {type_: [fold.take for fold in folds if type_ in fold.view.reduce
                      and fold.view is not TIES] for type_ in types}  # fmt: skip
    ties = next((fold for fold in folds if fold.view is TIES), None)

    def refuse(event: Event, error: Exception) -> None:
        for fold in folds:
            if event.type in fold.view.reduce and (
                fold is not ties or _is_signed(connection, event)
            ):
                fold.refuse(event, error)

    signs = views[0].signs if len(views) == 1 else {}
    for event in events_between(connection, types, window, signs=signs, refused=refuse):
        if ties is not None and event.type in TIES.reduce:
            ties.take(event)
        now = event if names is None else named(event, names)
        for take in takers[event.type]:
            take(now)
    return folds


def _is_signed(connection: sqlite3.Connection, event: Event) -> bool:
    """Whether an event would be read if ties were folded alone."""
    signs = TIES.signs.get(event.type)
    row = connection.execute("SELECT payload FROM events WHERE position = ?", (event.position,))
    return signs is None or any(map(row.fetchone()[0].__contains__, signs))


def is_of_event(error: Exception) -> bool:
    """Whether writing rows failed because of what is in them."""
    return not isinstance(error, sqlite3.Error) or isinstance(error, _ABOUT_VALUES)


@contextmanager
def savepoint(connection: sqlite3.Connection, name: str = "folding") -> Iterator[None]:
    """Write all of what is inside, or nothing."""
    connection.execute(f"SAVEPOINT {name}")
    try:
        yield
    except Exception:
        if connection.in_transaction:  # a full disk makes SQLite roll back by itself
            connection.execute(f"ROLLBACK TO {name}")
            connection.execute(f"RELEASE {name}")
        raise
    connection.execute(f"RELEASE {name}")
