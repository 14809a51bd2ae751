"""What the launcher runs: let the board's hook server handle an event, or handle it here.

Most of what a hook costs is Python's start and its imports. The server has them behind it
(`lessonboard/hooks/server.py`), so with one that is there this process only passes on what it was
given. Whatever is wrong with it, the event is handled here, as if there were none.
"""

from __future__ import annotations

import sys
import time

from lessonboard import __version__
from lessonboard.hooks import address

try:
    import posix
except ImportError:  # Windows, where `address.socket_of` is empty
    posix = None  # type: ignore[assignment] # see there

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_READY = 0.3
"""Seconds for a pipe to have something to read. A slower caller gets the hook with a clock."""

_CONNECT = 1.0
"""Seconds until a server must have begun; one that is stopped must not hold an agent."""

_ANSWER = 4.2
"""Seconds from the first byte sent to the last one received: the server ends its hooks after 4 at
the latest (`hook.WALL_SECONDS`), and agents wait for 5."""

_MOST_ANSWER = 1 << 20
"""Bytes of an answer; a true one has 10,000."""

_CHUNK = 1 << 16
_MOST_BYTES = 8 << 20
BEGUN, REFUSED, WHOLE = b"+", b"-", b"\0"
"""What a server says first, and what ends an answer that came to its end: JSON never holds it."""


def main(board: str, **settings: Any) -> None:
    """Handle one event read from standard input. Does not return.

    Args:
        board: the board's file.
        settings: those of `hook.main`.
    """
    given, is_whole = _standard_input() if address.socket_of(board) else (b"", False)
    answer = _answer(board, settings, given) if is_whole else None
    if answer is None:  # `handle` does not return
        from lessonboard.hooks.hook import Origin
        from lessonboard.hooks.hook import main as handle

        serve = settings if address.socket_of(board) else None
        handle(board, origin=Origin(given, serve=serve), **settings)
    elif answer:
        posix.write(1, answer)
    posix._exit(0)


def identity(board: str, settings: Mapping[str, object]) -> bytes:
    """Return what a server must share with a hook to answer it: code, Python, board, settings."""
    parts = [f"{name}={settings[name]!r}" for name in sorted(settings)]
    return "\0".join((__version__, __file__, sys.version, board, *parts)).encode(
        "utf-8", "backslashreplace"
    )


def _standard_input() -> tuple[bytes, bool]:
    """Read the event and whether that is all of it; read nothing from a terminal."""
    import select

    chunks: list[bytes] = []
    size = 0
    if posix.isatty(0):
        return b"", False
    while size <= _MOST_BYTES and select.select([0], [], [], _READY)[0]:
        chunk = posix.read(0, _CHUNK)
        if not chunk:
            return b"".join(chunks), True
        chunks.append(chunk)
        size += len(chunk)
    return b"".join(chunks), False


def _answer(board: str, settings: Mapping[str, object], given: bytes) -> bytes | None:
    """Return what the server says; None where there is none, or it did not come to its end."""
    if not address.is_private(address.folder_of(board)):
        return None
    # The module `socket` around it takes longer to import than all else here.
    import _socket

    ends = time.monotonic() + _ANSWER
    connection: Any = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        connection.settimeout(_CONNECT)
        connection.connect(address.socket_of(board))
        if not address.is_this_user(address.peer_of(connection)):
            return None
        connection.sendall(_request(board, settings, given))
        if connection.recv(1) != BEGUN:
            return None
        answer = _read(connection, ends)
    except TimeoutError:
        _make_room(board)
        return None
    except OSError:
        return None
    finally:
        connection.close()
    return answer[: -len(WHOLE)] if answer.endswith(WHOLE) else None


def _read(connection: Any, ends: float) -> bytes:
    """Return all that comes until the server closes; empty where it is late or endless."""
    size = 0
    chunks: list[bytes] = []
    while (left := ends - time.monotonic()) > 0 and size <= _MOST_ANSWER:
        connection.settimeout(left)
        chunk = connection.recv(_CHUNK)
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)
        size += len(chunk)
    return b""


def _make_room(board: str) -> None:
    """Take its place from a server that is stopped, so that the next event starts another."""
    try:
        posix.unlink(address.socket_of(board))
    except OSError:
        return  # another process did


def _request(board: str, settings: Mapping[str, object], given: bytes) -> bytes:
    """Return the caller, its folder and variables, and the event: each preceded by its length."""
    variables = b"\0".join(b"%s=%s" % each for each in posix.environ.items())
    agent = sys.argv[-1].encode("utf-8", "surrogateescape")
    parts = (identity(board, settings), agent, posix.getcwdb(), variables, given)
    return b"".join([b"%d %d %d %d %d\n" % tuple(map(len, parts)), *parts])
