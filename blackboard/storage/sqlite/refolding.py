"""The tables of views after something was forgotten: folded anew where they held it."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from itertools import islice

from blackboard.event import Event
from blackboard.storage.sqlite import absent, aliases, set_aside, tables
from blackboard.storage.sqlite.chunks import marks
from blackboard.storage.sqlite.folding import Fold, is_of_event, savepoint
from blackboard.storage.sqlite.projection import Erased
from blackboard.storage.sqlite.projections import Projections
from blackboard.storage.sqlite.windows import COLUMNS, Refused, named, newest
from blackboard.views import VIEWS
from blackboard.views.ties import TIES
from blackboard.views.view import View

_STREAMS_AT_A_TIME = 500
_NO_END = 2**63 - 1


class ViewTables:
    """All views and their index, as a projection that can be forgotten from."""

    def __init__(self, connection: sqlite3.Connection, views: Sequence[View] = VIEWS) -> None:
        self._connection = connection
        self._views = views
        self._live = Projections(connection, views)

    @property
    def types(self) -> Collection[str]:
        """See `Projection.types`."""
        return self._live.types

    def tables(self) -> Collection[str]:
        """See `Projection.tables`."""
        return [*self._live.table_names(), set_aside.TABLE]

    def checkpoints(self) -> Collection[str]:
        """See `Projection.checkpoints`."""
        return self._live.checkpoints()

    def prepare(self, erased: Erased) -> None:
        """See `Projection.prepare`: nothing of it needs the payloads."""

    def forget(self, erased: Erased) -> bool:
        """See `Projection.forget`; only the views that fold one of the types are touched.

        Where all events of a row are on one stream, the rows of the erased events' streams are
        folded anew, else the whole view. Where the file holds views that cannot be folded here, all
        are dropped: the index is one for all, and only a fold could say what theirs holds of it.
        """
        if not self._live.are_current() or absent.kept(self._connection):
            return False
        touched = [view for view in self._views if not erased.types.isdisjoint(view.reduce)]
        self._live.catch_up()
        if TIES in touched and not self._same_names():
            return False
        for view in (view for view in touched if view.partition):
            self._refold(view, erased.streams)
        whole = [view for view in touched if not view.partition and view is not TIES]
        if whole:
            anew = Projections(self._connection, whole, indexed=False)
            anew.create()
            anew.catch_up()
        self._live.index_anew(touched)
        return True

    def _same_names(self) -> bool:
        """Whether projects have the same names without the ties that are gone."""
        before = aliases.load(self._connection)
        ties = Projections(self._connection, [TIES], indexed=False)
        ties.create()
        ties.catch_up()
        return aliases.load(self._connection) == before

    def _refold(self, view: View, streams: Sequence[str]) -> None:
        """Put the rows of some streams in the place of those that were there."""
        left = iter(streams)
        alone = Projections(self._connection, [view], indexed=False)
        while chunk := list(islice(left, _STREAMS_AT_A_TIME)):
            self._connection.execute(
                f"DELETE FROM {tables.table_name(view)} "
                f'WHERE "{view.partition}" IN ({marks(chunk)})',
                chunk,
            )
            for stream in chunk:
                set_aside.clear(self._connection, [view.name], stream)
                fold_stream(self._connection, alone, view, stream)


def fold_stream(
    connection: sqlite3.Connection,
    projections: Projections,
    view: View,
    stream: str,
    until: int = _NO_END,
) -> None:
    """Fold the events of a stream up to a position into a view that has no row of it."""
    whole = Fold(connection, view, "", 0)
    for event in _events_on(connection, view, stream, until, whole.refuse):
        whole.take(event)
    try:
        with savepoint(connection):
            projections.write([whole])
    except Exception as error:
        if not is_of_event(error):
            raise
        _fold_each(connection, projections, view, stream, until)


def _fold_each(
    connection: sqlite3.Connection, projections: Projections, view: View, stream: str, until: int
) -> None:
    """The same event by event, because the row of one cannot be written."""
    refused = Fold(connection, view, "", 0)
    for event in _events_on(connection, view, stream, until, refused.refuse):
        one = Fold(connection, view, "", 0)
        one.take(event)
        projections.write_one([one])
    projections.write([refused])


def _events_on(
    connection: sqlite3.Connection, view: View, stream: str, until: int, refused: Refused
) -> list[Event]:
    """The events of a stream that a view folds, with the names that projects have now."""
    rows = connection.execute(
        f"SELECT {COLUMNS} FROM events WHERE stream = ? AND +type IN ({marks(view.reduce)}) "
        "AND +position <= ? AND payload IS NOT NULL ORDER BY version",
        (stream, *view.reduce, until),
    )
    names = aliases.Names(connection)
    return [named(event, names) for event in newest(rows, refused)]
