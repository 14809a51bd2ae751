"""A terminal in which a command is typed, and keys after it."""

from __future__ import annotations

import os
import pty
import select
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_LONGEST = 300.0
_CHUNK = 1 << 16
_QUIET = 0.3


def typed(
    command: Sequence[str], keys: str, folder: Path, variables: Mapping[str, str]
) -> tuple[int, str]:
    """Run a command in a terminal of its own; its exit code, and what was on the screen.

    Args:
        command: the path of a program, and its arguments.
        keys: lines, or single keys where no line ends; each is pressed when the screen has been
            quiet for a moment after a question.
        folder: where it runs.
        variables: its whole environment.
    """
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        os.execve(command[0], list(command), dict(variables))
    screen = _watch(terminal, keys.splitlines(keepends=True) if keys.endswith("\n") else list(keys))
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), screen


def _watch(terminal: int, keys: list[str]) -> str:
    shown, ends = b"", time.monotonic() + _LONGEST
    while time.monotonic() < ends:
        if select.select([terminal], [], [], _QUIET)[0]:
            try:
                chunk = os.read(terminal, _CHUNK)
            except OSError:  # Linux says so that the other end is closed
                break
            if not chunk:
                break
            shown += chunk
        elif keys and shown.rstrip(b" ").endswith((b":", b"?")):
            os.write(terminal, keys.pop(0).encode())
            shown += b"\n"
    return shown.decode(errors="replace")
