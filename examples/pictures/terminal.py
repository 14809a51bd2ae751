"""A terminal without a screen: runs a command in it and returns what it printed, with colours."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import termios
from collections.abc import Mapping, Sequence
from pathlib import Path

COLUMNS, ROWS = 100, 200
"""So many rows that no list needs a pager."""

_CHUNK = 65_536


def printed(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> str:
    """What a command prints to a terminal on its standard output.

    Progress goes to the standard error, which is shown only when the command fails.

    Raises:
        subprocess.CalledProcessError: the command failed.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    with subprocess.Popen(
        command, cwd=folder, env=environment, text=True,
        stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        os.close(theirs)
        output = _everything(ours)
        _, errors = process.communicate()
    os.close(ours)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, output, errors)
    return output.replace("\r\n", "\n")


def _everything(terminal: int) -> str:
    chunks = []
    while chunk := _read(terminal):
        chunks.append(chunk)
    return b"".join(chunks).decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, _CHUNK)
    except OSError:  # how Linux says that the other side is closed
        return b""
