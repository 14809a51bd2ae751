"""A board whose log is elsewhere, by its address, and its copy on this machine."""

from __future__ import annotations

import hashlib
import logging
import os
import socket
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blackboard.errors import AnotherLog, CannotOpen
from blackboard.private_folder import make_private_folder
from lessonboard.places import address_file, copy_path, without_password

if TYPE_CHECKING:
    from blackboard import Board
    from blackboard.log import ServedLog

log = logging.getLogger(__name__)

_PARTS = ("", "-wal", "-shm")
"""The files of a copy; what waits beside it to be sent belongs to the next one as well."""


class NeedsExtra(CannotOpen):
    """The part of the program that speaks with PostgreSQL is not installed."""

    def __init__(self, error: ImportError) -> None:
        from lessonboard.switched_parts import install_line

        needed = error.name or "psycopg"
        super().__init__(f"a log on PostgreSQL needs {needed}: {install_line('postgres')}")


def open_copy(address: str, projects: Collection[str], timeout: float | None) -> Board:
    """Return the board on a log elsewhere.

    A copy that is not of this log is moved away and replaced by a new one.

    Where what speaks with the log is not installed, the copy is read as it is, and not written.

    Raises:
        CannotOpen: no such log can be opened, or its part of the program is not installed.
        LogUnreachable: it does not answer, and there is no copy of it yet.
    """
    path = copy_path(address)
    make_private_folder(path.parent)
    _remember(path, address)
    try:
        return _follow(address, path, projects, timeout)
    except NeedsExtra as error:
        if not path.exists():
            raise
        log.warning("%s; until then the copy on this machine is read, and nothing is sent", error)
        return _copy(path, timeout)
    except AnotherLog as error:
        aside = _put_aside(path)
        log.warning("%s; it is now %s, and a new copy is made", error, aside)
        return _follow(address, path, projects, timeout)


def open_log(address: str, timeout: float | None = None) -> ServedLog:
    """Return the log at an address.

    Raises:
        CannotOpen: no such log can be opened, or its part of the program is not installed.
    """
    from blackboard.plugins import contents
    from blackboard.plugins.parts import inactive

    scheme = address.partition("://")[0]
    own = {entry.name: entry.value for entry in contents.part_entries("log")}
    added = contents.added("log", own, contents.not_a_function)
    if scheme in own:
        return _imported(own[scheme])(address, timeout=timeout)  # type: ignore[no-any-return]
    if scheme in added:
        make = contents.guarded("log", scheme, added[scheme])
        return make(address, timeout=timeout)  # type: ignore[no-any-return]
    known = ", ".join(f"{each}://" for each in ("sqlite", *own, *added))
    off = ", ".join(part.name for part in inactive())
    known += f"; parts that are not active: {off} (`lessonboard admin part`)" if off else ""
    raise CannotOpen(
        f"could not open {without_password(address)}: no log has that scheme; known are {known}"
    )


def _imported(name: str) -> Callable[..., Any]:
    from blackboard.plugins.loading import imported

    try:
        found: Callable[..., Any] = imported(name)
    except ImportError as error:
        raise NeedsExtra(error) from error
    return found


def _follow(address: str, path: Path, projects: Collection[str], timeout: float | None) -> Board:
    from blackboard import Board

    found = open_log(address, timeout)
    seen = partial(found.report_follower, _machine(path))
    try:
        return Board.follow(found, path, timeout=timeout, projects=projects, seen=seen)
    except BaseException:
        found.close()
        raise


def _copy(path: Path, timeout: float | None) -> Board:
    from blackboard import Board

    return Board.open(path, read_only=True, timeout=timeout)


def _machine(path: Path) -> str:
    """Return the name of this machine and of its copy, for those who ask who is missing."""
    return f"{socket.gethostname()}:{hashlib.sha256(str(path).encode()).hexdigest()[:6]}"


def _remember(path: Path, address: str) -> None:
    """Write down which log the copy follows, so that hooks and workers find it by the file."""
    file = address_file(path)
    if not file.exists():
        descriptor = os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
            opened.write(without_password(address) + "\n")


def _put_aside(path: Path) -> Path:
    aside = path.with_name(f"{path.name}.{time.strftime('%Y%m%dT%H%M%S')}.aside")
    for part in _PARTS:
        file = path.with_name(path.name + part)
        if file.exists():
            file.rename(aside.with_name(aside.name + part))
    return aside
