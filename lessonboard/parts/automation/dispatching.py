"""Which events call for work of the automation."""

from __future__ import annotations

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.event import Event
from blackboard.views.rows import SessionRow
from lessonboard.parts.automation.improvements.measure import awaited
from lessonboard.parts.automation.improvements.session import patterns_of
from scheduler.dispatch import Task


def opened(board: Board, event: Event) -> Task | None:
    """Look what becomes of a pull request that the automation opened."""
    number = (event.payload or {}).get("number")
    if number is None or event.project is None:
        return None
    project = board.project(event.project)
    input_ = {"project": project, "number": number, "since": event.occurred_at}
    return Task("merge", input_, f"merge:{project}#{number}", "P3")


def followed(board: Board, event: Event) -> Task | None:
    """Measure the improvements of a project of which one was merged and not measured yet."""
    project = board.project(event.project)
    if project is None or not awaited(board, project):
        return None
    return Task("measure", {"project": project}, f"measure:{project}", "P3")


def showed(board: Board, event: Event) -> Task | None:
    """Reflect on a session that ended with a pattern worth an improvement.

    Where the event names a transcript, the core asks for that already.
    """
    payload = event.payload or {}
    session = payload.get("session", "")
    if payload.get("transcript"):
        return None
    try:
        row = board.row("sessions", session)
    except NotFound:
        return None
    if row["child"] or not shows_something(board, row):
        return None
    return Task("reflect", {"session": session}, f"reflect:{session}", "P3")


def shows_something(board: Board, session: SessionRow) -> bool:
    """Whether a session that was not examined as it is now has a pattern worth an improvement.

    That it shows by itself, or together with other sessions.
    """
    for examined in board.view("examinations", where={"session": session["id"]}):
        counts = (examined["messages"], examined["calls"])
        if counts == (session["total_messages"], session["tool_uses"]):
            return False
    return patterns_of(board, session).is_automation_worthy()
