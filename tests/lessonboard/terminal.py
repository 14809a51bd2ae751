"""The installed command on a terminal of its own, which a test reads and types into."""

from __future__ import annotations

import os
import pty
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.commands import COMMAND, Ran

_QUESTION = "Enter goes on, q stops: "


def at_terminal(
    arguments: Sequence[str], *, cwd: Path, env: Mapping[str, str], key: str = ""
) -> Ran:
    """Run the command; `key` is pressed when it asks for one. The screen is `out`."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd,
        env={"TERM": "xterm", "NO_COLOR": "1", "PAGER": "cat", **env}, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    try:
        screen = _answered(process, ours, key)
        return Ran(process.wait(timeout=60), screen.replace("\r\n", "\n"), "")
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _answered(process: subprocess.Popen[bytes], ours: int, key: str) -> str:
    """Read all that is shown; what is typed before the command reads single keys is lost."""
    shown, is_pressed = b"", False
    while piece := _read(ours):
        shown += piece
        assert key or is_pressed or _QUESTION.encode() not in shown, "it asks for a key"
        if key and _QUESTION.encode() in shown:
            while termios.tcgetattr(ours)[3] & termios.ICANON:
                assert process.poll() is None, "it ended before it listened"
                os.sched_yield()
            os.write(ours, key.encode())
            key, is_pressed = "", True
    return shown.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 1 << 16)
    except OSError:  # no process has it open any more (Linux)
        return b""
