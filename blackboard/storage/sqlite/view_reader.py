"""Reading the rows of views, as they are folded now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from blackboard.search.query import Query
from blackboard.storage.sqlite import own_views, search, shown, similar, tables
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.project_names import ProjectNames
from blackboard.storage.sqlite.search import Hit
from blackboard.storage.sqlite.shown import SHOWN_AT, Only, ShownRow
from blackboard.storage.sqlite.similar import Measure, Similar
from blackboard.views import ABSENT
from blackboard.views.exposures import EXPOSURES
from blackboard.views.view import Row, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.views.rows import After


class ViewReader:
    """The views of one file; nothing here brings them up to date.

    `prepare` is called with a view before it is read.
    """

    def __init__(
        self,
        file: SqliteLog,
        names: ProjectNames,
        prepare: Callable[[View], None] = lambda _view: None,
    ) -> None:
        self._file = file
        self._names = names
        self._prepare = prepare

    def _reading(self, view: View) -> AbstractContextManager[None]:
        self._prepare(view)
        return self._file.reading()

    def select(
        self,
        view: View,
        where: Mapping[str, Any] | None = None,
        order: str | None = None,
        limit: int | None = None,
        after: After | None = None,
    ) -> list[Row]:
        """See `tables.select`; projects are found by any of their names."""
        with self._reading(view):
            filters = self._names.resolved(where or {})
            return tables.select(self._file.connection, view, filters, order, limit, after)

    def shown(
        self,
        view: View,
        where: Mapping[str, Any],
        order: str = SHOWN_AT,
        only: Only = "",
        limit: int | None = None,
        after: After | None = None,
    ) -> list[ShownRow]:
        """See `shown.shown`; projects are found by any of their names."""
        self._prepare(view)
        with self._reading(EXPOSURES):
            filters = self._names.resolved(where)
            return shown.shown(self._file.connection, view, filters, order, only, limit, after)

    def row(self, view: View, key: str) -> Row | None:
        """One row, or None."""
        with self._reading(view):
            return tables.load(self._file.connection, view, key)

    def has_own(self) -> bool:
        """Whether the file has the table of a view that neither the product nor a part has."""
        absent = {f"view_{name}" for name in ABSENT}
        with self._file.reading():
            return bool(own_views.tables_of_others(self._file.connection) - absent)

    def keys(self, view: View, beginning: str = "") -> list[str]:
        """The keys of all rows, or of those that begin so."""
        with self._reading(view):
            return tables.keys(self._file.connection, view, beginning)

    def distinct(self, view: View, column: str) -> list[Any]:
        """The values that a column has, without NULL."""
        with self._reading(view):
            return tables.distinct(self._file.connection, view, column)

    def search(
        self,
        view: View,
        query: Query,
        where: Mapping[str, Any],
        limit: int,
        *,
        wholly: bool = False,
    ) -> list[Hit]:
        """See `search.search`; projects are found by any of their names."""
        with self._file.reading():
            filters = self._names.resolved(where)
            return search.search(self._file.connection, view, query, filters, limit, wholly=wholly)

    def similar(self, view: View, rule: str, threshold: float, measure: Measure) -> list[Similar]:
        """See `similar.similar`."""
        with self._file.reading():
            return similar.similar(self._file.connection, view, rule, threshold, measure)
