"""The hook server of a board: it has imported what hooks need, and forks a process for each event.

The forked process is the hook itself (`lessonboard/hooks/hook.py`), with the caller's variables and
folder, its own limits, and the connection as its standard output; so its answers are those of a
hook that was started. The server opens no board, holds no lock, has one thread, and ends after ten
minutes without an event, or when another takes its place. It never runs on Windows.
"""

from __future__ import annotations

import gc
import importlib
import os
import select
import signal
import socket
import sys
import time
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, NoReturn

from blackboard.agents.registry import callers
from blackboard.delivery.situation import Situation
from blackboard.redaction.redact import redact
from lessonboard.hooks import address, hook
from lessonboard.hooks.client import BEGUN, REFUSED, WHOLE, identity

IDLE_SECONDS = 600.0
_LOOKS = 15.0
"""Seconds between two looks whether its socket is still its own."""

_REQUEST = 2.0
"""Seconds for a request to come in whole."""

_BACKLOG = 128
USED = (
    "blackboard.delivery.choice", "blackboard.delivery.deliver", "blackboard.delivery.words",
    "blackboard.search.complaint", "blackboard.search.failure", "blackboard.search.hook_report",
    "blackboard.search.lint_rules", "blackboard.search.rarity", "blackboard.storage.exports",
    "blackboard.storage.outbox", "blackboard.storage.sqlite.at_start",
    "blackboard.storage.sqlite.contradicted",
    "blackboard.storage.sqlite.delivered", "blackboard.storage.sqlite.delivery",
    "blackboard.storage.sqlite.guards", "blackboard.storage.sqlite.in_hand",
    "blackboard.storage.sqlite.muted", "blackboard.storage.sqlite.switched_off",
    "blackboard.storage.sqlite.worded", "lessonboard.hooks.answer", "lessonboard.hooks.attended",
    "lessonboard.hooks.background", "lessonboard.hooks.capture", "lessonboard.hooks.deliver",
    "lessonboard.hooks.failures", "lessonboard.hooks.guard", "lessonboard.hooks.last_lines",
    "lessonboard.hooks.outcome", "lessonboard.hooks.recent", "lessonboard.hooks.reply",
)  # fmt: skip
"""What a hook imports at some of its steps; a test holds that it imports nothing else then."""

_LONGEST_HEAD = 100
_LONGEST_REQUEST = 16 << 20
"""Bytes: an event of the greatest length that clients pass on, and all variables."""


class Request(NamedTuple):
    """An event to handle: whose it is, where, and with which variables."""

    identity: bytes
    agent: bytes
    folder: bytes
    variables: bytes
    given: bytes


def main(board: str, settings: dict[str, Any], idle: float = IDLE_SECONDS) -> None:
    """Serve until nothing comes for so many seconds, or another server has the socket."""
    listening = _listening(board)
    if listening is None:
        return
    path, own = address.socket_of(board), _file(address.socket_of(board))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # forked hooks are not waited for
    os.chdir("/")
    _warm_up()
    last = time.monotonic()
    while time.monotonic() - last < idle and _file(path) == own:
        if not select.select([listening], [], [], min(_LOOKS, idle))[0]:
            continue
        connection, _ = listening.accept()
        with connection:
            peer = address.peer_of(connection)
            if peer is None or not address.is_this_user(peer):
                continue
            last = time.monotonic()
            if _is_forked():
                _handle(connection, peer.pid, board, settings)
    if _file(path) == own:
        os.unlink(path)


def _is_forked() -> bool:
    """Fork; whether this is the new process. Without room for one the hook handles its event."""
    try:
        return os.fork() == 0
    except OSError:
        return False


def _listening(board: str) -> socket.socket | None:
    """Return a socket at the board's place.

    It is None where another server answers there, or there is no place.

    It takes the place in one step, so that of two servers that start together one ends.
    """
    path, folder = address.socket_of(board), address.folder_of(board)
    if not path:
        return None
    if not os.path.isdir(folder):
        os.mkdir(folder, 0o700)
    if not address.is_private(folder) or serving(board):
        return None
    os.umask(0o177)
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    new = f"{folder}/{os.getpid()}"
    listening.bind(new)
    listening.listen(_BACKLOG)
    os.umask(0o077)
    try:
        os.replace(new, path)
    except OSError:  # such as a folder at its place
        os.unlink(new)
        raise
    return listening


def serving(board: str) -> int:
    """Return the process that answers for a board.

    0 where there is none, or it is another user's.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(1.0)
        try:
            asking.connect(address.socket_of(board))
        except OSError:
            return 0
        peer = address.peer_of(asking)
        return peer.pid if peer and address.is_this_user(peer) else 0


def _file(path: str) -> tuple[int, int]:
    """Return the identity of a file: inode numbers are reused, so its time counts too."""
    try:
        found = os.lstat(path)
    except OSError:
        return 0, 0
    return found.st_ino, found.st_mtime_ns


def _warm_up() -> None:
    """Import and read what hooks use at any step, once for all of them."""
    for name in USED:
        importlib.import_module(name)
    callers()
    redact("")
    Situation(prompt="A table of words is read when they are first weighed.").sentences  # noqa: B018
    gc.collect()
    gc.freeze()  # so that the collector does not write to pages that forked processes share
    gc.disable()  # and it ends long before garbage matters, like the launcher


def _handle(connection: socket.socket, pid: int, board: str, settings: dict[str, Any]) -> NoReturn:
    """Be the hook that a process asked for, in a separate process."""
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        request = _request(connection)
        if request is None:
            os._exit(0)
        if request.identity != identity(board, settings):
            connection.sendall(REFUSED)
            _make_room(request)
            os._exit(0)
        connection.sendall(BEGUN)
        connection.settimeout(None)
        os.dup2(connection.fileno(), 1)
        _become(request)
        hook.main(board, origin=hook.Origin(request.given, pid, WHOLE), **settings)
    finally:
        os._exit(0)  # the client handles the event itself


def _become(request: Request) -> None:
    """Take over the variables, the folder and the name of the client."""
    os.environ.clear()
    for line in filter(None, request.variables.split(b"\0")):
        name, _, value = line.partition(b"=")
        os.environb[name] = value
    sys.argv[1:] = [os.fsdecode(request.agent)]
    try:
        os.chdir(request.folder)
    except OSError:
        return  # it is gone, and the hook needs none


def _make_room(request: Request) -> None:
    """End the server where the same program asks with other settings, or in another version."""
    if request.identity.split(b"\0")[1:2] == identity("", {}).split(b"\0")[1:2]:
        os.kill(os.getppid(), signal.SIGTERM)


def _request(connection: socket.socket) -> Request | None:
    """Return what comes in; None where it is cut short, too long, too slow or of another form."""
    ends = time.monotonic() + _REQUEST
    raw = bytearray()
    while b"\n" not in raw[:_LONGEST_HEAD]:
        if len(raw) > _LONGEST_HEAD or not _receive(connection, raw, ends):
            return None
    head, _, rest = bytes(raw).partition(b"\n")
    sizes = [int(each) for each in head.split()]
    if len(sizes) != len(Request._fields) or sum(sizes) > _LONGEST_REQUEST:
        return None
    body = bytearray(rest)
    while len(body) < sum(sizes):
        if not _receive(connection, body, ends):
            return None
    places = list(accumulate(sizes, initial=0))
    return Request(*(bytes(body[start:end]) for start, end in pairwise(places)))


def _receive(connection: socket.socket, into: bytearray, ends: float) -> bool:
    """Add what comes next; whether there was anything in time."""
    left = ends - time.monotonic()
    if left <= 0:
        return False
    connection.settimeout(left)
    chunk = connection.recv(1 << 16)
    into += chunk
    return bool(chunk)
