"""What went wrong in a hook, kept for `lessonboard doctor`: the agent must not hear of it."""

from __future__ import annotations

import os
import time

from blackboard.redaction.anchors import may_hold_secret
from blackboard.storage.sqlite_json import Json

_MOST_BYTES = 100_000


def failures_path(board: str) -> str:
    """The file beside a board that holds them, one JSON object a line."""
    return f"{board}.hook-errors.jsonl"


def note(board: str, agent: str, event: str, error: str, milliseconds: int) -> None:
    """Add a line; where even that is impossible, nothing is left to be done."""
    path = failures_path(board)
    at = time.time_ns() // 1000
    try:
        if not os.path.isdir(os.path.dirname(path) or "."):
            return
        line = Json().object(
            at=at, agent=agent, event=event[:100], error=_safe(error)[:500], ms=milliseconds
        )
        if os.path.exists(path) and os.stat(path).st_size > _MOST_BYTES:
            os.replace(path, f"{path}.1")
        descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
        os.write(descriptor, f"{line}\n".encode())
        os.close(descriptor)
    except Exception:  # this is the last resort: there is nowhere to tell of it
        return


def _safe(error: str) -> str:
    """A message without secrets: what went wrong may quote what was told."""
    text = error.encode("utf-8", "replace").decode()
    if not may_hold_secret(text):
        return text
    from blackboard.redaction.redact import redact

    cleaned: str = redact(text).value
    return cleaned
