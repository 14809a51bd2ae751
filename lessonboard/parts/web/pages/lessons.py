"""The list of lessons and insights: searched while one types, narrowed down by what they are."""

from __future__ import annotations

from typing import Any, cast, get_args

from blackboard import Board
from blackboard.views.freshness import STALE
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.vocabulary import InsightCategory, Severity, Status, Trust
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, Shown
from lessonboard.pages.paging import SIZE, Part
from lessonboard.parts.web.lesson_orders import MOST_SORTED, ORDERS, Chosen, in_order, listed
from lessonboard.parts.web.setup import setup_of
from reflect.finding import View

ALL = "all"
_FEWEST = 2
"""Letters of a word from which on its beginning is looked for."""

_INSIGHT_STATUSES = ("candidate", "approved", "retired")
_FRESHNESS = (*STALE, "fresh", "moved")
_FACETS = ("kind", "q", "project", "status", "trust", "category", "severity", "freshness",
           "order", "shown")  # fmt: skip


def lessons(asked: Asked) -> Shown:
    """The lessons, or insights, that fit the query and the facets."""
    query = {name: asked.query.get(name, "").strip() for name in _FACETS}
    view: View = "insights" if query["kind"] == "insights" else "lessons"
    where = _where(asked.board, view, query)
    found = _found(asked, view, query, where)
    following = {**query, "after": found.after}
    return Shown("lessons.html", {
        "query": query,
        "view": view,
        "rows": listed(asked.board, view, found.rows),
        "next": address("/lessons", **following) if found.after else "",
        "facets": _facets(asked.board, view),
        "orders": ORDERS,
        "setup": setup_of(asked) if not found.rows and not any(query.values()) else None,
    })  # fmt: skip


def _found(asked: Asked, view: View, query: dict[str, str], where: dict[str, Any]) -> Part:
    """The rows in the order that is asked for; of words the best hits, and those in that order."""
    chosen = Chosen(view, where, query["order"], query["shown"])
    if not query["q"]:
        return in_order(asked, chosen)
    is_plain = not (query["order"] or query["shown"])
    hits = asked.board.search(_as_typed(query["q"]), view=view, where=where,
                              limit=SIZE if is_plain else MOST_SORTED)  # fmt: skip
    if is_plain:
        return Part([hit.row for hit in hits], "")
    return in_order(asked, chosen._replace(where={"id": [hit.row["id"] for hit in hits]}))


def _as_typed(text: str) -> str:
    """A query whose last word may be unfinished; a single letter begins too many.

    >>> _as_typed("use make tes"), _as_typed("use make "), _as_typed('"as it'), _as_typed("a")
    ('use make tes*', 'use make ', '"as it', 'a')
    """
    is_begun = text[-_FEWEST:].isalnum() and len(text) >= _FEWEST
    return f"{text}*" if is_begun and text.count('"') % 2 == 0 else text


def _where(board: Board, view: View, query: dict[str, str]) -> dict[str, Any]:
    columns = ("status", "trust", "category", "severity", "freshness")
    known = columns if view == "lessons" else ("status", "trust", "category")
    where: dict[str, Any] = {name: query[name] for name in known if query[name]}
    if query["project"]:
        where["project"] = board.projects(query["project"])
    if query["status"] == ALL:
        del where["status"]
    elif not query["status"]:
        where["status"] = ACTIVE_STATUSES
    return where


def _facets(board: Board, view: View) -> dict[str, tuple[str, ...]]:
    """The values to choose from; those that a view has many of are asked of it."""
    projects = tuple(cast("list[str]", board.values(view, "project")))
    if view == "insights":
        return {"project": projects, "status": _INSIGHT_STATUSES, "trust": get_args(Trust),
                "category": get_args(InsightCategory)}  # fmt: skip
    return {"project": projects, "status": get_args(Status), "trust": get_args(Trust),
            "category": tuple(board.values(view, "category")), "severity": get_args(Severity),
            "freshness": _FRESHNESS}  # fmt: skip
