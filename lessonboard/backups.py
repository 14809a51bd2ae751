"""Backups of a board: written and restored only if every event in them is as it was recorded."""

from __future__ import annotations

import time
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from blackboard import Board, BoardError, NotFound
from blackboard.errors import DamagedBoard
from blackboard.events.board import PayloadForgotten, StreamClosed
from blackboard.log import Progress, Verification
from blackboard.storage import backup
from lessonboard import anchors


class Restored(NamedTuple):
    """What a board holds now, where the one before is, and how many events were erased again."""

    found: Verification
    kept: Path | None
    erased: int


def back_up(board: Board, to: Path, step: Progress) -> Verification:
    """Copy a board to a new file, and verify the copy; no file is left of one that is not sound.

    Raises:
        BoardError: there is a file already, or the board is damaged.
    """
    assert board.path is not None
    board.local.ingest()
    backup.copy(board.path, to)
    try:
        with closing(Board.open(to, read_only=True)) as copied:
            return _verified(copied, step)
    except BaseException:
        to.unlink(missing_ok=True)
        raise


def restore(path: Path, source: Path) -> Restored:
    """Put a copy of a backup in the place of a board, which is kept beside it.

    What was forgotten since the backup was made is erased from it, too.

    Raises:
        BoardError: the backup is no sound board, or another program has the board open.
    """
    if Path(f"{path}{backup.KEPT}").exists():
        raise BoardError(
            f"nothing was changed: {path}{backup.KEPT} is the board before an earlier restore; "
            "move it away or delete it, and run the same command again"
        )
    if not source.exists():
        raise NotFound(f"there is no file {source}; name what `lessonboard admin backup` wrote")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=".restore-") as folder:
        new = Path(folder) / path.name
        backup.copy(source, new)
        with closing(Board.open(new)) as restored:
            found = _verified(restored)
            erased = _forget_again(restored, path)
        kept = backup.put_in_place(new, path)
    with closing(Board.open(path)) as board:
        anchors.remember(board, time.time_ns() // 1000, accept=True)
    return Restored(found, kept, erased)


def _verified(board: Board, step: Progress | None = None) -> Verification:
    """Return what `verify` finds in a copy.

    Raises:
        DamagedBoard: something in it is not what was recorded.
    """
    found = board.verify(step)
    if problems := [*board.local.problems(), *found.problems]:
        raise DamagedBoard(board.path or ":memory:", problems[0])
    return found


def _forget_again(restored: Board, path: Path) -> int:
    """Erase what was forgotten on the board at a path; the number of events that still had it."""
    ids, streams = _forgotten(path)
    known = [each for each in sorted(ids) if _has_text(restored, each)]
    closing_ = sorted(each for each in streams if not restored.log.version(f"closed:{each}"))
    if not known and not closing_:
        return 0
    reason = "was forgotten before a backup was restored"
    erased = restored.log.forget(known, reason=reason, actor="human", closing=closing_)
    restored.catch_up()
    return len(erased)


def _forgotten(path: Path) -> tuple[set[str], set[str]]:
    """Return the events and streams that were forgotten on a board.

    Both are empty where it cannot be read.
    """
    ids: set[str] = set()
    streams: set[str] = set()
    with suppress(BoardError), closing(Board.open(path, read_only=True)) as board:
        for event in board.read(types=[PayloadForgotten.type, StreamClosed.type]):
            payload = event.payload or {}
            (ids if event.type == PayloadForgotten.type else streams).add(
                payload.get("event_id") or payload.get("stream", "")
            )
    return ids, streams


def _has_text(board: Board, event_id: str) -> bool:
    try:
        return board.log.get(event_id).payload is not None
    except NotFound:
        return False
