"""Check the board's files: permissions, sizes, and free disk space."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from blackboard.storage.outbox import outbox_path
from lessonboard.doctor.diagnosis import Diagnosis, size_of
from lessonboard.hooks.failures import failures_path, lost_path
from lessonboard.places import KEY_ENDING

BESIDE = ("-wal", "-shm", ".lock", KEY_ENDING, outbox_path(""), failures_path(""), lost_path(""))
"""The suffixes of the files beside a board."""

_LARGE_WAL = 200 << 20
_LOW_SPACE, _NO_SPACE = 500 << 20, 20 << 20


def permissions(path: Path) -> Iterator[Diagnosis]:
    """Yield whether only the user can read the board's files, and no other can replace them."""
    if os.name == "nt":
        return  # mode bits mean nothing on Windows
    existing = [file for file in _files(path) if file.exists()]
    modes = {file: stat.S_IMODE(file.stat().st_mode) for file in existing}
    readable = [file for file, mode in modes.items() if mode & 0o077]
    foreign = [file for file in existing if file.stat().st_uid != os.getuid()]
    if readable:
        names = ", ".join(f"{file.name} ({modes[file]:o})" for file in readable)
        advice = "Run: chmod 600 " + " ".join(f"'{file}'" for file in readable)
        yield Diagnosis("permissions", "bad", f"others may read {names}", advice)
    elif foreign:
        names = ", ".join(file.name for file in foreign)
        advice = "Files made with sudo are not yours; give them back with chown."
        yield Diagnosis("permissions", "note", f"{names} belong to another user", advice)
    elif _is_open(path.parent):
        advice = f"Run: chmod go-w '{path.parent}'"
        yield Diagnosis("permissions", "note", f"others may write in {path.parent}", advice)
    else:
        yield Diagnosis("permissions", "good", f"only you may read the board ({modes[path]:o})")


def disk(path: Path) -> Diagnosis:
    """Return whether there is enough free space, and the write-ahead log is short."""
    size = path.stat().st_size
    wal = Path(f"{path}-wal")
    log = wal.stat().st_size if wal.exists() else 0
    free = shutil.disk_usage(path.parent).free
    details = {"board_bytes": size, "wal_bytes": log, "free_bytes": free}
    found = f"{size_of(free)} free; write-ahead log {size_of(log)}"
    if free < _NO_SPACE:
        return Diagnosis("disk", "bad", found, "Make room: nothing can be recorded.", details)
    if free < _LOW_SPACE or free < size:
        advice = "Make room: a rebuild of the views may need as much as the board takes."
        return Diagnosis("disk", "note", found, advice, details)
    if log > _LARGE_WAL:
        advice = "A program may keep the board open in the middle of a read; end it."
        return Diagnosis("disk", "note", found, advice, details)
    return Diagnosis("disk", "good", found, details=details)


def _files(path: Path) -> list[Path]:
    return [path, *(Path(f"{path}{ending}") for ending in BESIDE)]


def _is_open(folder: Path) -> bool:
    """Return whether others may replace files in a folder; the sticky bit prevents it."""
    mode = folder.stat().st_mode
    return bool(mode & 0o022) and not mode & stat.S_ISVTX
