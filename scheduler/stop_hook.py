"""What a Stop hook does: put the session on the queue, and let the agent stop.

The thinking is left to a worker; nothing here reads a transcript or asks anybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from blackboard import Board
from scheduler.work.queue import Queue

ACTOR = "stop-hook"


def on_stop(board: Board, told: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a Stop hook's input: the empty object, which lets the agent stop.

    An agent that a hook keeps going (`stop_hook_active`) is looked at when it really stops. A
    session that is on the queue already is not put there again.

    Args:
        board: where the queue is.
        told: what the agent wrote to the hook: `session_id`, `transcript_path`,
            `stop_hook_active` (Claude Code's hooks reference; Codex has the same fields).
    """
    session = told.get("session_id")
    if not isinstance(session, str) or not session or told.get("stop_hook_active"):
        return {}
    given = {"session": session}
    transcript = told.get("transcript_path")
    if isinstance(transcript, str) and transcript:
        given["transcript"] = transcript
    Queue(board, ACTOR).create("reflect", given, priority="P3", dedup_key=f"reflect:{session}")
    return {}
