"""Muting a lesson in a session or a project, and taking that back: decisions, each an event."""

from __future__ import annotations

from typing import NamedTuple

from blackboard import Board, Event
from blackboard.events.mute import LessonMuted, LessonUnmuted
from blackboard.events.streams import mutes

_ACTOR = "human"


class Where(NamedTuple):
    """The one place that is meant: a session or a project."""

    session: str | None = None
    project: str | None = None

    def __str__(self) -> str:
        return f"session {self.session}" if self.session else str(self.project)


def is_muted(board: Board, lesson: str, where: Where) -> bool:
    """Return whether it was muted there last, and not unmuted since."""
    about = f"session:{where.session}" if where.session else f"project:{where.project}"
    said = [each for each in board.read(stream=mutes(about))
            if each.payload and each.payload["lesson"] == lesson]  # fmt: skip
    return bool(said) and said[-1].type == LessonMuted.type


def decided(board: Board, lesson: str) -> list[Event]:
    """Return all that was decided about muting a lesson anywhere, oldest first."""
    return [each for each in board.read(types=[LessonMuted.type, LessonUnmuted.type])
            if each.payload and each.payload["lesson"] == lesson]  # fmt: skip


def undo(board: Board, lesson: str, event: str) -> bool:
    """Undo the last decision about a lesson in its place; return whether it is that."""
    with board.transaction():
        last = {each.stream: each for each in decided(board, lesson)}
        made = next((each for each in last.values() if each.id == event), None)
        if made is None or not made.payload:
            return False
        where = Where(made.payload.get("session"), made.payload.get("project"))
        if made.type == LessonMuted.type:
            return unmute(board, lesson, where)
        before = [each for each in decided(board, lesson) if each.stream == made.stream][-2:-1]
        reason = str((before[0].payload or {}).get("reason") or "") if before else ""
        return mute(board, lesson, where, reason)


def mute(board: Board, lesson: str, where: Where, reason: str = "", actor: str = _ACTOR) -> bool:
    """Stop showing a lesson there; return whether that is news."""
    with board.transaction():
        if is_muted(board, lesson, where):
            return False
        payload = LessonMuted(
            lesson=lesson, session=where.session, project=where.project, reason=reason
        )
        board.record(payload, actor=actor, project=where.project)
    return True


def unmute(board: Board, lesson: str, where: Where) -> bool:
    """Show a lesson there again; return whether that is news."""
    with board.transaction():
        if not is_muted(board, lesson, where):
            return False
        payload = LessonUnmuted(lesson=lesson, session=where.session, project=where.project)
        board.record(payload, actor=_ACTOR, project=where.project)
    return True
