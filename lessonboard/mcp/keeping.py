"""Keeping and dropping by the tool `feedback`: only where a person typed just that in a session.

An agent may pass on the command of its user and decides nothing itself: the prompt is looked for
in the session's own transcript.
"""

from __future__ import annotations

import re
import time

from blackboard import Board, Event
from blackboard.errors import BoardError
from blackboard.views.rows import LessonRow
from lessonboard.mcp.context import ServerContext
from lessonboard.mcp.naming import named
from lessonboard.mcp.text import quoted
from lessonboard.mcp.typed import undecided
from lessonboard.said_once import WORDS, decide, meant_at
from reflect.guards.next_steps import guard_on, offer

_TYPED = re.compile(
    rf"(?i)\s*(?:(?:please\s+)?(?P<word>{'|'.join(WORDS)})\s+(?P<id>lesson-[\w-]+)"
    rf"|[/$](?:mcp__lessonboard__|lessonboard[:\s]\s*)?(?P<command>{'|'.join(WORDS)})"
    r"(?:\s+(?P<named>[\w-]+))?)\s*[.!]?\s*"
)
"""A whole prompt that decides: about a lesson by its id, or by the command about the newest."""

_RESULTS = {"keep": "approved", "drop": "rejected"}


def keep_or_drop(shared: ServerContext, id: str, word: str, session: str | None) -> str:
    """Decide about a lesson as its person typed it.

    Raises:
        BoardError: no prompt here says so.
    """
    here = shared.here
    with shared.board(session) as board:
        view, row = named(board, id, shared.reach(board))
        lesson = row["id"]
        if row["status"] == _RESULTS[word]:
            return f"Nothing new: {lesson} is {row['status']} already."
        typed = undecided(board, here, session, lesson) if view == "lessons" else iter(())
        if not any(_decides(board, each, word, lesson, board.project(here)) for each in typed):
            raise BoardError(
                f"no prompt of the user here says `{word} {lesson}`, and only he decides: he may "
                f"type that, or `lessonboard {word} {lesson}` in a terminal"
            )
        meant = board.row("lessons", lesson)
        decide(board, meant, word, f"typed `{word}` in a session")
        board.catch_up()  # hooks read the views as they are
        told = quoted(meant["constraint"])
        whose = ", in the user's words" if meant["writer"] == "person" and meant["said"] else ""
        asks = offered(board, board.row("lessons", lesson))
    if word == "keep":
        return f"Kept as {lesson}{whose}: {told}{asks}"
    return (
        f"Dropped {lesson}, and not shown again: {told}. `lessonboard lesson undo` brings it back."
    )


def offered(board: Board, row: LessonRow) -> str:
    """Return what the guard of a prohibition would do and the command, for the user.

    It is empty for other lessons.
    """
    words = offer(board, row, time.time_ns() // 1000)
    command = guard_on(row, words).command
    if not words:
        return ""
    return f" Let the user know: it {words}, once they type `{command}` in a terminal."


def _decides(board: Board, prompt: Event, word: str, lesson: str, project: str | None) -> bool:
    found = _TYPED.fullmatch(str((prompt.payload or {}).get("text", "")))
    if not found or (found["word"] or found["command"]).lower() != word:
        return False
    name = found["id"] or found["named"] or meant_at(board, project, prompt.occurred_at)
    return bool(name == lesson)
