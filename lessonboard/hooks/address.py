"""Where the hook server of a board listens, and whether the peer is this user.

The place follows from the board's path alone: nothing in a repository or the environment can lead a
hook elsewhere. The folder belongs to the user alone, so only their processes can connect;
each side also asks the system for the user of the other.

Hooks load this before anything else: it needs neither `os` nor `pathlib`.
"""

from __future__ import annotations

import sys

try:
    import posix
except ImportError:  # Windows, where there is no hook server
    posix = None  # type: ignore[assignment] # `socket_of` is empty there

TYPE_CHECKING = False
if TYPE_CHECKING:
    from socket import socket

_FOLDER = ".hooks"
_LONGEST = 100
"""Bytes of a socket's path: Linux takes 107 (man unix), macOS 103."""

_IS_FOLDER, _KIND = 0o040000, 0o170000
_FOR_OTHERS = 0o077


def folder_of(board: str) -> str:
    """Return the folder beside a board in which its hook server listens."""
    return f"{board}{_FOLDER}"


def socket_of(board: str) -> str:
    """Return the path of the socket; empty where there can be none."""
    path = f"{folder_of(board)}/socket"
    is_possible = posix is not None and len(path.encode("utf-8", "surrogateescape")) <= _LONGEST
    return path if is_possible else ""


def is_private(folder: str) -> bool:
    """Return whether a folder is this user's, closed to all others, and no link to another one."""
    try:
        found = posix.lstat(folder)
    except OSError:
        return False
    is_folder = found.st_mode & _KIND == _IS_FOLDER
    return is_folder and found.st_uid == posix.geteuid() and not found.st_mode & _FOR_OTHERS


class Peer:
    """The process at the other end of a connection; the number is 0 where the system hides it."""

    __slots__ = ("pid", "user")

    def __init__(self, pid: int, user: int) -> None:
        self.pid = pid
        self.user = user


def peer_of(connection: socket) -> Peer | None:
    """Return who is at the other end, by the system's word; None where that cannot be found out.

    Linux has `struct ucred` (man unix), macOS `struct xucred` and a number of its own
    (`sys/un.h`: LOCAL_PEERCRED is 1, LOCAL_PEERPID is 2, both at level 0).
    """
    system: str = sys.platform
    try:
        if system == "linux":
            found = connection.getsockopt(1, 17, 12)  # SOL_SOCKET, SO_PEERCRED
            return Peer(_number(found[:4]), _number(found[4:8]))
        if system == "darwin":
            user = connection.getsockopt(0, 1, 76)[4:8]
            return Peer(_number(connection.getsockopt(0, 2, 4)), _number(user))
    except OSError:
        return None
    return None


def is_this_user(peer: Peer | None) -> bool:
    """Return whether a peer is a process of this user."""
    return peer is not None and peer.user == posix.geteuid()


def _number(raw: bytes) -> int:
    return int.from_bytes(raw, sys.byteorder)
