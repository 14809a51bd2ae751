"""What an agent may ask of the past: sessions, reviews and what was learnt from them, by words."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard import Board
from blackboard.delivery.voice import is_plain
from blackboard.patience import hurried
from blackboard.search.found import Found, Hit
from blackboard.search.scope import Scope
from blackboard.views.rows import RuleRow
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.naming import VIEWS
from lessonboard.mcp.text import day, plain, quoted, said, standing
from lessonboard.unread import nothing_read, unsearched

_MOST_FOUND = 8
_MOST_TEXT = 2_600
"""Characters of an answer: 650 tokens, the ids of sessions included."""

_MOST_HITS = 2
_SURELY = 40
"""Characters of a title; a hit that begins with them is in the prompt that the title is from."""


def recall(shared: ServerContext, query: str = "", project: str | None = None) -> str:
    """Return what was said, done or learnt that fits some words, of this project and everywhere.

    Without words: the latest sessions.
    """
    if not query.strip():
        from lessonboard.mcp.listing import recent_sessions

        return recent_sessions(shared, project)
    with shared.board() as board, hurried():
        projects = shared.projects(board, project, query)
        found = board.recall(query, Scope(projects), limit=_MOST_FOUND)
        lines = [f"- {_line(board, each)}" for each in found]
        wider = "" if found else shared.wider(board, query, project)
        unread = "" if found else nothing_read(board)
        far = unsearched(board)
    where = "all projects" if projects is None else plain(", ".join(projects[:5]))
    if not found:
        return _joined(f"Nothing fits in {where}{wider and f'; {wider}'}. {unread}".strip(), far)
    fitting = _fitting(lines)
    less = "" if len(fitting) == len(lines) else f", the best {len(fitting)}"
    return _joined(f"{len(lines)} found in {where}{less}:", *fitting, far)


def _joined(*lines: str) -> str:
    return "\n".join(filter(None, lines))


def _fitting(lines: Sequence[str]) -> list[str]:
    """Return the first lines, as many as there is room for, and one in any case."""
    kept: list[str] = []
    left = _MOST_TEXT
    for line in lines:
        left -= len(line)
        if kept and left < 0:
            break
        kept.append(line)
    return kept


def _line(board: Board, found: Found) -> str:
    for view in VIEWS:
        if view == f"{found.kind}s":
            row = board.row(view, found.id)
            return f"{found.id} ({standing(row)}): {_gist(row, board.person)}"
    hits = "; ".join(_hit(hit) for hit in found.hits[:_MOST_HITS])
    says_title = found.hits[0].excerpt.text.startswith(found.title[:_SURELY])
    title = "" if says_title else f" {quoted(found.title, 120)}"
    count = found.more + len(found.hits)
    about = ", ".join([day(found.at), *([found.agent] if found.agent else []),
                       "1 hit" if count == 1 else f"{count} hits"])  # fmt: skip
    return f"{found.kind} {plain(found.id, 160)} ({plain(about, 120)}){title}: {hits}"


def _hit(hit: Hit) -> str:
    return f"{hit.place} {quoted(hit.excerpt.text, 200)}"


def _gist(row: RuleRow, me: str) -> str:
    if "statement" in row:
        return said(row, row["statement"], me)
    words, symptom = said(row, row["constraint"], me), row["symptom"]
    if not symptom:
        return words
    return f"{words} {'Before:' if is_plain(row, me) else 'about'} {quoted(symptom, 200)}"
