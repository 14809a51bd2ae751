"""A person's terminal for commands of the pages: bash, a clean home, none of our variables."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from examples.demo import environment

_COLUMNS, _ROWS = 100, 300
"""So many rows that nothing is paged."""

_MOST_SECONDS = 120
INTERRUPTED = (130, -2)
"""How bash, or the command in its place, says that it was stopped by Ctrl-C."""

_ENTER, _STOP = b"\r", b"\x03"
_TYPED = _ENTER + b"\x04"
"""Enter, which takes the answer that a question proposes, and the end of input."""

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07")
_CONTROLLING = (
    "import fcntl, os, sys, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0);"
    "os.execvp('bash', ['bash', '-c', sys.argv[1]])"
)


def at_terminal(
    line: str, home: Path, answer: str = "", *, is_stopped: bool = False
) -> tuple[int, str]:
    """Type a line and perhaps an answer; the exit code, and what is on the screen then.

    Args:
        line: what bash is given.
        home: the home folder and the working folder.
        answer: what is typed behind it, each answer with its Enter.
        is_stopped: whether Ctrl-C is typed once the command printed something.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
    os.write(ours, answer.encode() + _TYPED)
    variables = {**environment(home), "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC"}
    process = subprocess.Popen(
        [sys.executable, "-c", _CONTROLLING, line], cwd=home, env=variables,
        stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    )  # fmt: skip
    os.close(theirs)
    screen = _screen(ours, process, time.monotonic() + _MOST_SECONDS, is_stopped=is_stopped)
    os.close(ours)
    return process.wait(), screen


def _screen(
    terminal: int, process: subprocess.Popen[bytes], until: float, *, is_stopped: bool
) -> str:
    """What is written to a terminal until the command ends; one that does not is killed.

    Whenever the command pauses behind new output, Enter is typed: a question for a single key takes
    nothing that was typed before it.
    """
    read, is_new = b"", False
    while time.monotonic() < until:
        if not select.select([terminal], [], [], 0.1)[0]:
            if process.poll() is not None:
                break
            if is_new:
                os.write(terminal, _STOP if is_stopped else _ENTER)
                is_new = is_stopped = False
            continue
        try:
            chunk = os.read(terminal, 65_536)
        except OSError:  # how Linux says that the other side is closed
            break
        if not chunk:
            break
        # An Enter that is only echoed is no output.
        read, is_new = read + chunk, is_new or bool(chunk.strip())
    else:
        process.kill()
    return _ESCAPES.sub("", read.decode(errors="replace")).replace("\r\n", "\n")
