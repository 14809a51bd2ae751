"""What went wrong in a hook, kept for `lessonboard doctor`: the agent must not see it."""

from __future__ import annotations

import os
import time

from blackboard.redaction.anchors import may_hold_secret
from blackboard.storage.sqlite_json import Json

MOST_BYTES = 100_000
"""After so many bytes the file is moved away and a new one begun."""

_WEEK = 7 * 86_400


def failures_path(board: str) -> str:
    """Return the file beside a board that holds them, one JSON object a line."""
    return f"{board}.hook-errors.jsonl"


def lost_path(board: str) -> str:
    """Return the file beside a board whose size counts what could not even be noted.

    The file has no content.
    """
    return f"{board}.hook-losses"


def note(board: str, agent: str, event: str, error: str, milliseconds: int) -> None:
    """Add a line; where there is no room for one, count it."""
    at = time.time_ns() // 1000
    if not os.path.isdir(os.path.dirname(board) or "."):
        return
    try:
        line = Json().object(
            at=at,
            agent=agent,
            event=event[:100],
            error=without_secrets(error)[:500],
            ms=milliseconds,
        )
        _add(failures_path(board), f"{line}\n".encode())
    except Exception:  # such as a full disk
        _count(lost_path(board))


def _add(path: str, line: bytes) -> None:
    if os.path.exists(path) and os.stat(path).st_size > MOST_BYTES:
        os.replace(path, f"{path}.1")
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        if os.write(descriptor, line) < len(line):
            os.ftruncate(descriptor, size)
            raise OSError(f"no room for {len(line)} bytes in {path}")
    finally:
        os.close(descriptor)


def _count(path: str) -> None:
    """Let a file grow by a byte that is never written: such a hole takes no room on a full disk."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
        before = os.fstat(descriptor)
        is_old = time.time() - before.st_mtime > _WEEK
        os.ftruncate(descriptor, 1 if is_old else before.st_size + 1)
        os.close(descriptor)
    except OSError:  # this is the last resort: there is nowhere left to report it
        return


def without_secrets(error: str) -> str:
    """Return a message without secrets: an error may quote the event."""
    text = error.encode("utf-8", "replace").decode()
    if not may_hold_secret(text):
        return text
    from blackboard.redaction.redact import redact

    cleaned: str = redact(text).value
    return cleaned
