"""The tool `report`: what an agent says of a lesson, kept as its word and not as a decision.

A server stands for one agent, whatever sessions it names: of each lesson it reports that it helped
once, and that it did not once. Else one agent could speak for as many as the policy asks for.
"""

from __future__ import annotations

from typing import get_args

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.events import streams
from blackboard.events.use import LessonDisputed, LessonObeyed, Verdict
from blackboard.views.rows import RuleRow
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.naming import named
from lessonboard.mcp.text import plain

ACTOR = "agent"


def report(
    shared: ServerContext, id: str, outcome: str, reason: str, session: str | None = None
) -> str:
    """Record how a lesson did, in the session that is named or in this server's."""
    where = session or shared.name
    with shared.board(session) as board:
        view, row = named(board, id)
        if view != "lessons":
            raise BoardError(f"{row['id']} is an insight; only lessons are reported on")
        with board.transaction():
            payload = _payload(row, outcome, reason, where)
            if isinstance(payload, LessonObeyed) and not _was_shown(board, row, where):
                payload = payload.model_copy(update={"injected": False})
            added = board.record(
                payload,
                actor=ACTOR,
                project=row["project"],
                stream=streams.reports(row["id"]),
                key=f"{payload.type}:{shared.name}",
            )
    if not added:
        return f"Nothing new: this agent has reported on {row['id']} before."
    left = "" if outcome == "helped" else f" It is {row['status']} until that is decided upon."
    return f"Recorded: {row['id']} {outcome} in session {plain(where, 120)}.{left}"


def _was_shown(board: Board, row: RuleRow, session: str) -> bool:
    """Whether it was ever shown there, though its context may have been compacted since."""
    shown = board.view("exposures", where={"lesson": row["id"], "session": session})
    return any(each["injected_at"] is not None for each in shown)


def _payload(
    row: RuleRow, outcome: str, reason: str, session: str
) -> LessonObeyed | LessonDisputed:
    lesson = row["id"]
    if outcome == "helped":
        return LessonObeyed(lesson=lesson, session=session, evidence=reason)
    verdict = next(each for each in get_args(Verdict) if each == outcome)
    return LessonDisputed(lesson=lesson, session=session, verdict=verdict, reason=reason)
