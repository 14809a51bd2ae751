"""Rows of views that plug-ins and programs bring along, as answers to a search.

They have no index: the newest rows are compared with the query in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard.search.answers import Answer
from blackboard.search.document import Document
from blackboard.search.fit import Text
from blackboard.search.scope import Scope
from blackboard.search.weights import HEAD, MIDDLE, REST
from blackboard.storage.local import LocalFile
from blackboard.views.view import Row, View

MOST_ROWS = 1_000
"""Rows of a view that are looked at, ten milliseconds of work."""


def own_answers(local: LocalFile, views: Sequence[View], scope: Scope) -> Iterator[Answer]:
    """What may answer: of the views that have a document, within the scope.

    The views are in step with the log. None where an agent or the kinds are named, for the product
    alone has those.
    """
    if scope.agent or scope.kinds is not None:
        return
    for view in views:
        for row in _newest(local, view):
            document = view.document(row) if view.document else None
            if document is not None and _is_inside(document, row, view, scope):
                yield _answer(view, row, document)


def _newest(local: LocalFile, view: View) -> list[Row]:
    time = _time_column(view)
    return local.views.select(view, None, f"-{time}" if time else None, MOST_ROWS)


def _is_inside(document: Document, row: Row, view: View, scope: Scope) -> bool:
    at = _time(view, row)
    is_late = scope.until is not None and at > scope.until
    is_early = scope.since is not None and at < scope.since
    is_there = scope.projects is None or document.project in scope.projects
    return is_there and not (is_late or is_early)


def _answer(view: View, row: Row, document: Document) -> Answer:
    kind, key = view.name.removesuffix("s"), str(row[view.key])
    weighted = ((document.head, HEAD), (document.middle, MIDDLE), (document.rest, REST))
    texts = tuple(Text(kind, text, weight) for text, weight in weighted if text)
    group = f"{view.name}:{key}"
    return Answer(
        kind, group, key, document.project, None, _time(view, row), texts, document.head
    )  # fmt: skip


def _time_column(view: View) -> str:
    """The last column that is a time: when a row was last seen, by custom."""
    return next(
        (name for name, each in reversed([*view.columns.items()]) if each.type == "time"), ""
    )


def _time(view: View, row: Row) -> int:
    return int(row.get(_time_column(view)) or 0)
