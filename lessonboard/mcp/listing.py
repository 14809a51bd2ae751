"""The tool `list`: recent sessions, or the work that is open."""

from __future__ import annotations

from blackboard.views.rows import SessionRow
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.text import day, plain, quoted
from lessonboard.unread import nothing_read

_MOST_SESSIONS = 10


def list_(shared: ServerContext, what: str, project: str | None = None) -> str:
    """Return the last sessions, or the open work."""
    if what == "sessions":
        return recent_sessions(shared, project)
    from lessonboard.mcp.working import open_work

    return open_work(shared, project)


def recent_sessions(shared: ServerContext, project: str | None) -> str:
    """Return the sessions on the board, latest first."""
    with shared.board() as board:
        projects = shared.projects(board, project)
        where = {} if projects is None else {"project": projects}
        rows = board.view("sessions", where=where, order="-last_at", limit=_MOST_SESSIONS)
        unread = "" if rows else nothing_read(board)
    place = "all projects" if projects is None else plain(", ".join(projects[:5]))
    if not rows:
        return f"No sessions of {place} are on the board. {unread}".strip()
    return "\n".join([f"The last sessions of {place}:", *map(_session, rows)])


def _session(row: SessionRow) -> str:
    counts = f"{row['total_messages']} messages, {row['tool_uses']} tools, {row['failures']} failed"
    asked = f", asked {quoted(row['title'], 120)}" if row["title"] else ""
    return f"- {row['id']}: {day(row['last_at'])}, {row['agent']}, {counts}{asked}"
