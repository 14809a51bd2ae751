"""Opening the file of a board: a log of its own, or the copy of one elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path

from blackboard.errors import AnotherLog, LogUnreachable
from blackboard.log import Log
from blackboard.storage.local import LocalFile, system_clock
from blackboard.storage.sqlite import following
from blackboard.storage.sqlite.connection import wrap_errors
from blackboard.storage.sqlite.log import SqliteLog

_QUICKLY_REWRITTEN = 32 << 20
"""Bytes of a file that an opening rewrites, in less than half a second."""


def open_file(
    path: Path | None,
    *,
    read_only: bool = False,
    timeout: float | None = None,
    clock: Callable[[], int] = system_clock,
) -> LocalFile:
    """The file at a path, in memory where there is none, that is a log of its own.

    Raises:
        AnotherLog: it follows a log elsewhere, so nothing may be appended to it.
        CannotOpen: see `Board.open`.
    """
    file = SqliteLog(path, read_only=read_only, timeout=timeout, clock=clock)
    with wrap_errors(path):
        if not read_only and following.is_follower(file):
            file.close()
            raise AnotherLog(str(path), "it is the copy of a log elsewhere, which takes the events")
    if not read_only:
        file.finish_erasing(_QUICKLY_REWRITTEN)
    return LocalFile(file, file)


def follow_log(
    log: Log,
    path: Path | None,
    *,
    timeout: float | None = None,
    projects: Collection[str] | None = None,
    seen: Callable[[int], None] = lambda _position: None,
) -> LocalFile:
    """The file that follows a log, begun anew where there is none; see `Board.follow`.

    Raises:
        AnotherLog: the file at that path holds other events.
        LogUnreachable: the log does not answer, and there is no copy of it yet.
    """
    file = SqliteLog(path, timeout=timeout)
    try:
        with wrap_errors(path):
            following.begin(file, log, projects)
    except LogUnreachable:
        if not file.head():
            file.close()
            raise
    except BaseException:
        file.close()
        raise
    return LocalFile(file, log, seen)
