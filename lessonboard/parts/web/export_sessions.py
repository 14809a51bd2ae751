"""Pages of whole sessions, beside the lessons that are published, where a person asks for them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.conversation import CALLS, conversation
from blackboard.delivery.voice import colleague_of
from blackboard.redaction.homes import without_homes
from blackboard.redaction.redact import redact
from blackboard.session_events import session_events
from blackboard.sources.omission import Omission
from blackboard.views.harmful import unnamed
from blackboard.views.rows import LessonRow, SessionRow
from lessonboard.exclusion import omission
from lessonboard.parts.web.evidence import Told, told
from lessonboard.parts.web.rendering import Templates, render
from lessonboard.present.conversation import counts, span
from lessonboard.present.text import counted, project_name

_SAID_OR_DONE = frozenset(("prompt", "answer", *CALLS))
_MOST_LINES = 400


class Conversations(NamedTuple):
    """The sessions and candidates that may leave, and how many sessions are off."""

    sessions: list[SessionRow]
    candidates: list[LessonRow]
    off: int


class _Page(NamedTuple):
    file: str
    title: str
    place: str
    row: SessionRow


def chosen(board: Board, projects: Sequence[str] | None) -> Conversations:
    """What is exported of some projects, or of all: nothing that is off or excluded now."""
    board.catch_up()
    out = omission(board)
    where: dict[str, Any] = {} if projects is None else {"project": list(projects)}
    found = board.view("sessions", where={**where, "child": 0}, order="-last_at")
    sessions = [row for row in found if not out.why_off(row["project"], row["cwd"], row["id"])]
    lessons = board.view("lessons", where={**where, "status": "candidate"}, order="id")
    candidates = [row for row in lessons if _may_leave(row, board.person, out)]
    return Conversations(sessions, candidates, len(found) - len(sessions))


def _may_leave(row: LessonRow, me: str, out: Omission) -> bool:
    words = (row["constraint"], row["symptom"], row["root_cause"], row["resolution"])
    is_off = out.why_off(row["project"], None, None)
    is_others = colleague_of(row, me) or unnamed(row)
    return not (is_off or is_others or any(redact(text).secrets for text in words))


def summary(found: Conversations) -> Iterator[str]:
    """The projects with what would be written of each, most sessions first."""
    sessions = Counter(row["project"] for row in found.sessions)
    messages = Counter[str | None]()
    for row in found.sessions:
        messages[row["project"]] += row["total_messages"]
    candidates = Counter(row["project"] for row in found.candidates)
    projects = sorted(sessions | candidates, key=lambda name: (-sessions[name], name or ""))
    for name in projects:
        numbers = (counted(sessions[name], "session"), counted(messages[name], "message"),
                  counted(candidates[name], "candidate"))  # fmt: skip
        yield f"{name or '(no project)'}: {', '.join(numbers)}"
    if found.off:
        yield f"left out, because it is off or excluded: {counted(found.off, 'session')}"


def files(found: Conversations) -> list[str]:
    """The names of the pages."""
    return ["sessions.html", *(_page(row).file for row in found.sessions)]


def pages(board: Board, made: Templates, found: Conversations) -> Iterator[tuple[str, str]]:
    """Yield the names and texts of the pages, one at a time."""
    listed = [_page(row) for row in found.sessions]
    yield "sessions.html", render(made, "export_sessions.html", {"pages": listed})
    for each in listed:
        yield (
            each.file,
            render(made, "export_session.html", {
                "each": each, "span": span(each.row), "counts": counts(each.row),
                "entries": list(_entries(board, each.row)),
            }),
        )  # fmt: skip


def _page(row: SessionRow) -> _Page:
    file = f"session-{re.sub(r'[^a-z0-9-]', '_', row['id'].lower())}.html"
    title = public(row["title"]) or "(nothing was asked)"
    return _Page(file, title, public(project_name(row["project"])), row)


def _entries(board: Board, row: SessionRow) -> Iterator[Told]:
    """What was said and done, once more without secrets; what was forgotten leaves no trace."""
    for each in conversation(session_events(board, row)):
        if each.kind in _SAID_OR_DONE:
            shown = told(each, most=_MOST_LINES)
            lines = public("\n".join(shown.text)).split("\n") if shown.text else []
            yield shown._replace(call=public(shown.call), error=public(shown.error), text=lines)


def public(text: str) -> str:
    """A text without secrets and the names of home folders.

    >>> public("Use /home/ada/kite/run.sh"), public(r"C:\\Users\\Ada King\\kite")
    ('Use ~/kite/run.sh', '~\\\\kite')
    """
    return without_homes(redact(text).value, str(Path.home()))
