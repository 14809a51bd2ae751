"""Lessons or insights by how often and when agents were shown them, in one statement."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from blackboard.storage.sqlite import tables
from blackboard.views.exposures import EXPOSURES
from blackboard.views.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.views.rows import After

SHOWN_AT = "shown_at"
"""The order by when it was shown last; any other is a column of the view."""

Only = Literal["", "never", "shown"]
_HAVING: Mapping[Only, str] = {"": "1", "never": "times = 0", "shown": "times > 0"}


class ShownRow(NamedTuple):
    """A row's key, its value in the order, in how many sessions it was shown, and when last.

    The time is in microseconds since 1970; 0 where it never was.
    """

    id: str
    value: int
    times: int
    shown_at: int


def shown(
    connection: sqlite3.Connection,
    view: View,
    where: Mapping[str, Any],
    order: str = SHOWN_AT,
    only: Only = "",
    limit: int | None = None,
    after: After | None = None,
) -> list[ShownRow]:
    """Rows that meet the conditions, those with the highest value first; `after` as in `select`.

    Raises:
        UnknownColumn: the view has no such column.
    """
    clause, parameters = tables.condition(view, where, "t.")
    key = f't."{view.key}"'
    value = "shown_at" if order == SHOWN_AT else f"t.{tables.quoted(view, order)}"
    having, values = _HAVING[only], list[Any]()
    if after is not None:
        having += f" AND {value} <= ? AND ({value} < ? OR {key} > ?)"
        values = [after[0], after[0], after[1]]
    rows = connection.execute(
        f"SELECT {key}, {'0' if order == SHOWN_AT else value}, COUNT(e.injected_at) AS times, "
        f"COALESCE(MAX(e.injected_at), 0) AS shown_at FROM {tables.table_name(view)} AS t "
        f"LEFT JOIN {tables.table_name(EXPOSURES)} AS e ON e.lesson = {key} "
        f"WHERE {clause} GROUP BY {key} HAVING {having} ORDER BY {value} DESC, {key} LIMIT ?",
        (*parameters, *values, -1 if limit is None else limit),
    )
    found = (ShownRow(*row) for row in rows)
    return [each._replace(value=each.shown_at) if order == SHOWN_AT else each for each in found]
