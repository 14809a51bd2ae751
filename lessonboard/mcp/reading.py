"""The tool `context`: what is worth knowing in a situation."""

from __future__ import annotations

from collections.abc import Sequence

from blackboard.delivery.situation import Situation
from lessonboard.mcp.context import ServerContext
from lessonboard.unread import nothing_read


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
    """Return what is worth knowing in a situation."""
    with shared.board(session) as board:
        most, budget = shared.app.context_limits
        situation = Situation(
            prompt=prompt,
            project=shared.project(board, project, " ".join((prompt, command, error))),
            paths=tuple(paths),
            command=command,
            error=error,
            session=session,
            step=step,
            asked=True,
        )
        ask = board.inject if session else board.context
        sure = shared.app.min_confidence
        found = ask(situation, limit=most, budget=budget, min_confidence=sure)
        unread = "" if found.text else nothing_read(board)
    return found.text or f"No lesson fits this moment. {unread}".strip()
