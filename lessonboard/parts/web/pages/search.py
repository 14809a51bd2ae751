"""Search over everything that was said, done and learnt."""

from __future__ import annotations

from typing import Any

from blackboard import Board
from blackboard.patience import hurried
from blackboard.search.found import Found, Hit
from blackboard.search.scope import KINDS, Scope
from lessonboard.pages.addresses import address, of_rule, of_session
from lessonboard.pages.page import Asked, Shown
from lessonboard.parts.web.setup import setup_of
from lessonboard.unread import unsearched

_SOME, _MOST = 20, 200
"""How much is found at first, and at most."""

_FEWEST, _MOST_NAMED = 6, 5
"""Characters of an id from which on it is looked for, and how many are shown."""

_FACETS = ("q", "project", "agent", "kind")


def search(asked: Asked) -> Shown:
    """What fits the words best; all hits of one session together."""
    with hurried():
        return _search(asked)


def _search(asked: Asked) -> Shown:
    query = {name: asked.query.get(name, "").strip() for name in _FACETS}
    found: list[tuple[Found, str, list[tuple[Hit, str]]]] = []
    limit = _number(asked.query.get("most", ""))
    if query["q"]:
        projects = asked.board.projects(query["project"]) if query["project"] else None
        kinds = (query["kind"],) if query["kind"] in KINDS else None
        scope = Scope(projects, query["agent"] or None, None, None, kinds)
        for each in asked.board.recall(query["q"], scope, limit=limit):
            found.append((each, _home(each), [(hit, _of_hit(each, hit)) for hit in each.hits]))
    facets: dict[str, Any] = {
        "project": asked.board.values("sessions", "project"),
        "agent": asked.board.values("sessions", "agent"),
        "kind": KINDS,
    }
    named = _named(asked.board, query["q"])
    far = unsearched(asked.board) if query["q"] else ""
    more = address("/search", **query, most=min(_MOST, 2 * limit))
    return Shown("search.html", {
        "query": query, "found": found, "facets": facets, "named": named, "far": far,
        "setup": setup_of(asked), "next": more if len(found) == limit < _MOST else "",
    })  # fmt: skip


def _number(text: str) -> int:
    is_number = text.isdecimal() and text.isascii() and len(text) < 5
    return max(1, min(_MOST, int(text))) if is_number else _SOME


def _named(board: Board, text: str) -> list[tuple[str, str]]:
    """The lessons, insights and sessions whose ids begin so, with their addresses."""
    if len(text) < _FEWEST or " " in text:
        return []
    rules = [name for view in ("lessons", "insights") for name in board.keys(view, text)]
    sessions = board.keys("sessions", text)
    found = [*((name, of_rule(name)) for name in rules),
             *((name, of_session(name)) for name in sessions)]  # fmt: skip
    return found[:_MOST_NAMED]


def _home(found: Found) -> str:
    match found.kind:
        case "session":
            return of_session(found.id)
        case "lesson" | "insight":
            return of_rule(found.id)
        case "workflow":
            return address(f"/recordings/{found.id}")
    return ""


def _of_hit(found: Found, hit: Hit) -> str:
    if hit.session is not None and hit.position is not None:
        return of_session(hit.session, hit.position)
    return _home(found)
