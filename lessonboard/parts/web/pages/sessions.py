"""Sessions: the list, and one as a timeline with what failed in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.conversation import conversation
from blackboard.session_events import session_events, subagents
from blackboard.views.rows import FailureRow, LessonRow, SessionRow
from blackboard.views.rule import rule_of
from lessonboard.pages.addresses import address
from lessonboard.pages.dates import span_of
from lessonboard.pages.page import Asked, BadRequest, Shown
from lessonboard.pages.paging import SIZE, part
from lessonboard.parts.web.evidence import Told, told
from lessonboard.parts.web.setup import setup_of
from lessonboard.present.conversation import counts, span
from lessonboard.present.rows import UNDATED
from lessonboard.present.text import day

_ENTRIES, _BEFORE = 150, 20
_MOST_FAILURES = 60
_FACETS = ("project", "agent")
_DAYS = ("from", "until")


def sessions(asked: Asked) -> Shown:
    """The sessions by day, latest first; those without a date come after all others."""
    query = {name: asked.query.get(name, "").strip() for name in (*_FACETS, *_DAYS, "undated")}
    facets = {name: asked.board.values("sessions", name) for name in _FACETS}
    try:
        found = _listed(asked, query)
    except BadRequest as error:
        found = {"problem": str(error), "days": [], "next": "", "more_undated": "", "setup": None}
    return Shown("sessions.html", {"query": query, "facets": facets, **found},
                 400 if found["problem"] else 200)  # fmt: skip


def _listed(asked: Asked, query: dict[str, str]) -> dict[str, Any]:
    """The sessions that fit a query, as the page shows them."""
    where: dict[str, Any] = {"agent": query["agent"]} if query["agent"] else {}
    if query["project"]:
        where["project"] = asked.board.projects(query["project"])
    since, until = span_of(asked)
    dated = {**where, "undated": 0}
    dated |= {} if since is None else {"last_at>=": since}
    dated |= {} if until is None else {"last_at<=": until}
    is_whole = since is None and until is None
    found = part(
        asked, "sessions", {**where, "undated": 1} if query["undated"] else dated, "-last_at"
    )
    following = address("/sessions", **query, after=found.after) if found.after else ""
    shows_rest = is_whole and not query["undated"] and not following
    rest = asked.board.view("sessions", where={**where, "undated": 1}, order="-last_at",
                            limit=SIZE + 1) if shows_rest else []  # fmt: skip
    return {
        "problem": "", "days": _by_day([*found.rows, *rest[:SIZE]]), "next": following,
        "more_undated": address("/sessions", **{**query, "undated": 1}) if rest[SIZE:] else "",
        "setup": setup_of(asked) if not found.rows and not rest else None,
    }  # fmt: skip


def _by_day(rows: list[SessionRow]) -> list[tuple[str, list[SessionRow]]]:
    """Sessions under the day of their last event, in their order."""
    days = groupby(rows, lambda row: UNDATED if row["undated"] else day(row["last_at"]))
    return [(name, list(some)) for name, some in days]


class Line(NamedTuple):
    """An entry of the timeline, with what is known of the lessons that it names."""

    entry: Told
    lessons: list[LessonRow]


def session(asked: Asked) -> Shown:
    """A session from its beginning, from an entry on, or around one."""
    board = asked.board
    row = board.row("sessions", asked.names["name"])
    first, around = _number(asked, "from"), _number(asked, "at")
    entries = list(islice(_entries(board, row, first, around), _ENTRIES + 1))
    following = ""
    if len(entries) > _ENTRIES:
        following = address(f"/sessions/{row['id']}", **{"from": entries.pop().position})
    failures = board.view("failures", where={"session": row["id"]}, order="occurred_at",
                          limit=_MOST_FAILURES)  # fmt: skip
    exposures = board.view("exposures", where={"session": row["id"]}, order="at")
    rules = _rules(board, {each["lesson"] for each in exposures})
    return Shown("session.html", {
        "row": row,
        "rules": {name: rule_of(rule) for name, rule in rules.items()},
        "bound": {name: ", ".join([*rule["commands"], *rule["paths"]])
                  for name, rule in rules.items() if rule.get("commands") or rule.get("paths")},
        "lines": _lines(board, entries),
        "next": following,
        "is_part": bool(first or around),
        "failures": failures,
        "elsewhere": _elsewhere(board, failures),
        "children": subagents(board, row),
        "span": span(row),
        "counts": counts(row),
        "told": exposures,
    })  # fmt: skip


def _entries(board: Board, row: SessionRow, first: int, around: int) -> Iterator[Told]:
    """The entries from a position on, or from a few before one."""
    kept: list[Told] = []
    reached = not (first or around)
    for each in conversation(session_events(board, row), subagents(board, row)):
        if each.kind in ("started", "paused"):
            continue
        entry = told(each, is_hit=each.position == around)
        if not reached:
            reached = each.position == (first or around)
            kept = [] if first else [*kept, entry][-_BEFORE - 1 :]
            if reached:
                yield from kept if around else [entry]
            continue
        yield entry


def _lines(board: Board, entries: list[Told]) -> list[Line]:
    rows = _rules(board, {name for each in entries for name in each.lessons})
    return [Line(each, [rows[name] for name in each.lessons if name in rows]) for each in entries]


def _rules(board: Board, names: set[str]) -> dict[str, Any]:
    """Lessons and insights by their ids; those that are gone are left out."""
    rows: dict[str, Any] = {}
    for view in ("lessons", "insights") if names else ():
        rows |= {row["id"]: row for row in board.view(view, where={"id": sorted(names)})}
    return rows


def _elsewhere(board: Board, failures: list[FailureRow]) -> dict[str, int]:
    """In how many other sessions each failure's signature was seen."""
    signatures = {row["signature"] for row in failures if row["signature"]}
    found: dict[str, set[str]] = {}
    for signature in signatures:
        rows = board.view("failures", where={"signature": signature}, limit=500)
        found[signature] = {row["session"] for row in rows}
    return {row["id"]: len(found.get(row["signature"] or "", {row["session"]})) - 1
            for row in failures}  # fmt: skip


def _number(asked: Asked, name: str) -> int:
    text = asked.query.get(name, "")
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 16 else 0
