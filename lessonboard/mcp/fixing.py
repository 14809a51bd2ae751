"""The tool `fix`: an error, and what was done about it before."""

from __future__ import annotations

from blackboard.fixes import fixes
from blackboard.session_names import short_ids
from lessonboard.mcp.context import ServerContext
from lessonboard.present.fixes import fixes_lines
from lessonboard.unread import nothing_read


def fix(shared: ServerContext, error: str, project: str | None = None) -> str:
    """Return where an error was seen in this project, what worked, and whether it came back."""
    with shared.board() as board:
        projects = shared.projects(board, project, error)
        found = fixes(board, error, projects=projects, here=shared.here)
        sessions = [each.latest.session for each in found.remedies]
        names = short_ids(sessions, board.keys("sessions"))
        lines = fixes_lines(found, names, me=board.person)
        wider = "" if found.seen else shared.wider(board, error, project)
        unread = "" if found.seen else nothing_read(board)
    return "\n".join([*lines, *filter(None, [wider, unread])])
