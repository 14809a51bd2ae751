"""Standard input and output as lines of the protocol, and nothing else on either.

While serving, the two descriptors point elsewhere: what a library or a child process prints goes
to standard error, and only the server reads what the client writes.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Iterator
from typing import BinaryIO

from lessonboard.mcp.jsonrpc import INVALID_REQUEST, RpcError

LONGEST = 8 * 1024 * 1024
"""Bytes of a line. The largest arguments that tools take are a tenth of it."""


def claimed() -> tuple[BinaryIO, Output]:
    """Standard input and output, taken out of everybody else's reach.

    Raises:
        OSError: one of them is closed.
    """
    for descriptor in (0, 1):  # a closed one would be given to the first duplicate
        os.fstat(descriptor)
    reading, writing = os.dup(0), os.dup(1)
    for descriptor in (reading, writing):  # a process that shares the pipe may have changed it
        os.set_blocking(descriptor, True)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error either
        os.dup2(nothing, 1)
    os.close(nothing)
    return os.fdopen(reading, "rb"), Output(writing)


def lines(source: BinaryIO, longest: int = LONGEST) -> Iterator[bytes | RpcError]:
    """Yield the lines until the source ends, without blank ones.

    A line that is too long yields an error.
    """
    while line := source.readline(longest):
        if len(line) == longest and not line.endswith(b"\n"):
            while (rest := source.readline(longest)) and not rest.endswith(b"\n"):
                pass
            yield RpcError(INVALID_REQUEST, f"a line may have {longest} bytes at most")
        elif line := line.strip():
            yield line


class Output:
    """Where whole lines go, from any thread.

    A writer waits while the client does not read; the parent's death ends that wait too.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._turn = threading.Lock()

    def write(self, line: bytes) -> None:
        """Write a line whole.

        Raises:
            OSError: the client is gone.
        """
        with self._turn:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]

    def is_read(self) -> bool:
        """Return whether there is still a reader; its end may also show in the next write only."""
        look = select.poll()
        look.register(self._descriptor, 0)
        return not look.poll(0)

    def finish(self, seconds: float) -> None:
        """Let no further line begin; one that is being written may end, for so long."""
        self._turn.acquire(timeout=seconds)
