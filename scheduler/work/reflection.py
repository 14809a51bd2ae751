"""Asking for a look at a session; light to import, unlike the look itself."""

from __future__ import annotations

from blackboard import Board
from scheduler.work.queue import Queue


def ask_for_reflection(board: Board, actor: str, session: str, transcript: str) -> bool:
    """Put a look at a session on the queue, as its end would have, and say whether it was new."""
    _, is_new = Queue(board, actor).create(
        "reflect", {"session": session, "transcript": transcript}, priority="P3",
        dedup_key=f"reflect:{session}",
    )  # fmt: skip
    return is_new
