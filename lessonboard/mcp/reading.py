"""What agents may look at: lessons for a moment, one with its evidence, and sessions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from blackboard import Situation
from blackboard.event import Event
from blackboard.events import streams
from blackboard.events.use import LessonDisputed
from blackboard.views.rows import RuleRow, SessionRow
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.naming import named
from lessonboard.mcp.text import day, is_doubtful, plain, quoted, standing

_MOST_SESSIONS = 10
_MOST_SHOWN = 10
"""Pieces of evidence, decisions and reports in one answer."""

_WORDS = ("constraint", "symptom", "root_cause", "resolution", "statement")
"""What a lesson or an insight says."""


def context(
    shared: ServerContext,
    prompt: str = "",
    paths: Sequence[str] = (),
    command: str = "",
    error: str = "",
    step: str = "",
    session: str | None = None,
    project: str | None = None,
) -> str:
    """What is worth knowing in a situation."""
    with shared.board(session) as board:
        settings = shared.app.config.context
        situation = Situation(
            prompt=prompt,
            project=shared.project(board, project),
            paths=tuple(paths),
            command=command,
            error=error,
            session=session,
            step=step,
            asked=True,
        )
        ask = board.inject if session else board.context
        found = ask(situation, limit=settings.max, budget=settings.budget)
    return found.text or "No lesson fits this moment."


def show(shared: ServerContext, id: str) -> str:
    """All that is known of a lesson or insight; the beginning of its id is enough."""
    with shared.board() as board:
        _, row = named(board, id)
        reports = list(board.read(stream=streams.reports(row["id"]), types=[LessonDisputed.type]))
    quote = quoted if is_doubtful(row) else plain
    text: Mapping[str, Any] = row
    words = [f"{name.replace('_', ' ')}: {quote(text[name], 1000)}"
             for name in _WORDS if text.get(name)]  # fmt: skip
    return "\n".join(
        [
            f"{row['id']}: {standing(row)}, confidence {row['confidence']:.2f}",
            *words,
            _about(row),
            *_listed("evidence", [_evidence(each) for each in row["evidence"]]),
            *_listed("decisions", [_decision(each) for each in row["decisions"]]),
            *_listed("disputed", [_report(each) for each in reports]),
        ]
    )


def _about(row: RuleRow) -> str:
    severity = f", severity: {row['severity']}" if "constraint" in row else ""
    return f"category: {plain(row['category'], 80)}{severity}"


def recent_sessions(shared: ServerContext, project: str | None) -> str:
    """The sessions on the board, latest first."""
    with shared.board() as board:
        projects = shared.projects(board, project)
        where = {} if projects is None else {"project": projects}
        rows = board.view("sessions", where=where, order="-last_at", limit=_MOST_SESSIONS)
    place = "all projects" if projects is None else plain(", ".join(projects[:5]))
    if not rows:
        return f"No sessions of {place} are on the board."
    return "\n".join([f"The last sessions of {place}:", *map(_session, rows)])


def _session(row: SessionRow) -> str:
    counts = f"{row['total_messages']} messages, {row['tool_uses']} tools, {row['failures']} failed"
    asked = f", asked {quoted(row['title'], 120)}" if row["title"] else ""
    return f"- {row['id']}: {day(row['last_at'])}, {row['agent']}, {counts}{asked}"


def _listed(name: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    left = len(lines) - _MOST_SHOWN
    more = [f"- and {left} more"] if left > 0 else []
    return [f"{name}:", *(f"- {line}" for line in lines[:_MOST_SHOWN]), *more]


def _evidence(each: dict[str, Any]) -> str:
    session = f", session {plain(each['session'], 120)}" if each.get("session") else ""
    return f"event {each['event_id']}{session}: {quoted(each['quote'], 300)}"


def _decision(each: dict[str, Any]) -> str:
    why = f": {quoted(each['reason'], 200)}" if each["reason"] else ""
    return f"{day(each['at'])} {each['type']} by {plain(each['actor'], 80) or 'unknown'}{why}"


def _report(event: Event) -> str:
    if event.payload is None:
        return f"{day(event.occurred_at)} forgotten"
    told = event.payload
    where = plain(told["session"], 120)
    return f"{day(event.occurred_at)} {told['verdict']}, session {where}: {quoted(told['reason'])}"
