"""The sweep: importing transcripts that changed and whose end no hook reported.

A session that was killed, crashed, or ran without our hooks (Codex runs none before they are
trusted) leaves its transcript behind and nothing else. The sweep compares what agents keep on this
machine with what was read, by size and time of modification, and reads what is new. Whatever reads
a transcript otherwise remembers it in the same place, so that nothing is read twice.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from blackboard import Board
from blackboard.file_lock import FileLock
from blackboard.transcript_files import Stamp
from lessonboard.bootstrap import App
from lessonboard.discovery import Transcript, transcripts
from lessonboard.exclusion import excluded
from lessonboard.hooks.background import SWEEP_LOCK

_LARGE = 32 << 20
"""Bytes of a file that is read after all smaller ones, so that it does not keep them waiting."""

_MARGIN = 2_000_000
"""Microseconds by which a file system's clock may lag."""

_ACTOR = "sweep"


class Swept(NamedTuple):
    """What a sweep did: files it read, events that were new, and whether it came to its end."""

    files: int = 0
    events: int = 0
    complete: bool = False


class _Interrupted(BaseException):
    """The worker is to stop; what was read of a file is kept, and the next sweep continues there.

    It is no `Exception`, which an import would take for the fault of a file.
    """


def behind(files: Iterable[Transcript], known: Mapping[str, Stamp], since: int) -> list[Transcript]:
    """Return the transcripts that are to be read, in the order in which they are to be.

    The newest first, very large ones last.

    Args:
        files: what agents keep on this machine.
        known: what was read of which file.
        since: microseconds since 1970. Unread files that were last changed
            before are the past, which `import` reads when a person says so, or were left out.
    """
    oldest = (since - _MARGIN) * 1000
    changed = [
        file
        for file in files
        if (
            known[file.path] != Stamp(file.size, file.modified_ns)
            if file.path in known
            else file.modified_ns >= oldest
        )
    ]
    return sorted(changed, key=lambda file: (file.size > _LARGE, -file.modified_ns, file.path))


def since_when(board: Board) -> int | None:
    """Return from when on unread files count, in microseconds since 1970.

    When the last sweep began that came to its end, or else when the board did (`init` notes when it
    made one); None if it has not.
    """
    swept = board.local.imports.swept_at()
    first = next(board.log.read(0, limit=1), None)
    return swept or (first.recorded_at if first else None)


def stamps(board: Board) -> dict[str, Stamp]:
    """Return what was read of which file."""
    return {path: Stamp(*found) for path, found in board.local.imports.stamps().items()}


def sweep(
    app: App,
    board: Board,
    stopping: Callable[[], bool],
    progress: Callable[[int], None] = lambda _bytes: None,
) -> Swept:
    """Take in what is behind, unless another process does so at this moment.

    It may be stopped or killed at any time, and the next one continues from there.

    Args:
        app: the settings and the board's path.
        board: where the events go.
        stopping: whether to stop now.
        progress: called with the number of bytes that were read since the last call.
    """
    lock = FileLock(f"{app.path}{SWEEP_LOCK}")
    try:
        return _sweep(app, board, stopping, progress) if lock.try_acquire() else Swept()
    finally:
        lock.close()


def _sweep(
    app: App, board: Board, stopping: Callable[[], bool], progress: Callable[[int], None]
) -> Swept:
    began = time.time_ns() // 1000
    since = since_when(board)
    found = transcripts(app.config.import_.paths)
    files = behind(found, stamps(board), began if since is None else since)
    read = events = 0
    for file in files:
        if stopping():
            return Swept(read, events)
        try:
            events += _take_in(board, file, stopping, progress)
        except _Interrupted:
            return Swept(read, events)
        read += 1
    board.local.imports.remember_sweep(began)
    return Swept(read, events, complete=True)


def _take_in(
    board: Board,
    file: Transcript,
    stopping: Callable[[], bool],
    progress: Callable[[int], None],
) -> int:
    """Read a file from where reading stopped, and have its session looked at; the new events.

    What cannot be read stays as it is: `import` and `doctor` say why.
    """
    # What is behind is asked for by readers too, which import none of this.
    from blackboard.importer import import_files
    from blackboard.redaction.breadth import finder
    from scheduler.work.reflection import ask_for_reflection

    def step(number: int) -> None:
        progress(number)
        if stopping():
            raise _Interrupted

    path = Path(file.path)
    summary = import_files(board, [path], excluded=excluded(), progress=step, more_secrets=finder())
    for session in summary.touched.get(file.path, ()):
        if "/" not in session:  # that of a subagent is looked at with its parent's
            ask_for_reflection(board, _ACTOR, session, file.path)
    return summary.events
