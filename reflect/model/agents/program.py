"""Run a program to its end: a group of its own, a deadline, bounded output, text on stdin."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

from reflect.model.agents.agent import Ended
from reflect.model.thread import ModelTimeout, ModelUnusable, ProgramMissing

LONGEST_OUTPUT = 8 * 2**20
"""Bytes of each stream; an answer has a hundredth of it."""

_GRACE = 2.0


def run(
    command: Sequence[str], stdin: str, variables: Mapping[str, str], folder: Path, until: float
) -> Ended:
    """Run a program; nothing of its group is left when this returns.

    Args:
        command: the program and its arguments.
        stdin: the text on its standard input.
        variables: its whole environment.
        folder: where it runs.
        until: the deadline, by the monotonic clock in seconds.

    Raises:
        ProgramMissing: there is no such program.
        ModelTimeout: it did not end in time.
        ModelUnusable: it printed more than is read.
    """
    process = _start(command, variables, folder)
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None  # noqa: PT018
    out, err = _Reader(process.stdout, process), _Reader(process.stderr, process)
    writer = threading.Thread(target=_write, args=(process.stdin, stdin), daemon=True)
    workers = (out, err, writer)
    try:
        for worker in workers:
            worker.start()
        process.wait(max(0.0, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        raise ModelTimeout(f"`{command[0]}` gave no answer in time and was ended") from None
    finally:
        end_group(process.pid)
        process.wait()
        for worker in workers:
            worker.join(_GRACE)  # who left the group may still hold a pipe
    if out.is_over or err.is_over:
        raise ModelUnusable(f"`{command[0]}` printed more than {LONGEST_OUTPUT} bytes")
    return Ended(process.returncode, out.text, err.text)


def end_group(leader: int) -> None:
    """Kill a process and all that it started in its group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _start(
    command: Sequence[str], variables: Mapping[str, str], folder: Path
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            list(command), cwd=folder, env=dict(variables), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
    except OSError as error:
        raise ProgramMissing(
            f"could not run `{command[0]}` ({error.strerror}); install it, or choose another "
            "model with [model] agent"
        ) from error


def _write(stream: IO[bytes], text: str) -> None:
    """A program that reads nothing has said why on its error output."""
    with suppress(OSError):
        stream.write(text.encode("utf-8", "replace"))
    with suppress(OSError):
        stream.close()


class _Reader(threading.Thread):
    """Keeps what a stream holds, and ends a program that floods it."""

    def __init__(self, stream: IO[bytes], process: subprocess.Popen[bytes]) -> None:
        super().__init__(daemon=True)
        self._stream, self._process = stream, process
        self._kept = bytearray()

    @property
    def is_over(self) -> bool:
        """Whether there was more than is read."""
        return len(self._kept) > LONGEST_OUTPUT

    @property
    def text(self) -> str:
        """What was read."""
        return self._kept.decode("utf-8", "replace")

    def run(self) -> None:
        """Read until the end."""
        with self._stream:
            while part := os.read(self._stream.fileno(), 65_536):
                self._kept += part
                if self.is_over:
                    end_group(self._process.pid)
                    return
