"""Waiting for what another process does, for at most a minute."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_LONGEST = 60
_PAUSE = 0.02


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether something comes true within a minute."""
    ends, pause = time.monotonic() + _LONGEST, threading.Event()
    while not holds():
        if time.monotonic() > ends:
            return False
        pause.wait(_PAUSE)
    return True


def has_ended(pid: int) -> bool:
    """Whether a process is gone, or only waits for its parent to look at it (Linux).

    A killed process lives on for a moment: `os.kill` returns before the signal is handled.
    """
    with suppress(OSError):
        state: str = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        return state == "Z"
    return True
