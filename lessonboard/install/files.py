"""Settings files on disk: written whole or not at all, through links, keeping mode and owner."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from blackboard import BoardError

_OURS = 0o600


class CannotWrite(BoardError):
    """A file could not be read or written; it is as it was."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"could not write {path}: {reason}; it was left as it is")
        self.path = path


def read(path: Path) -> bytes | None:
    """Return a file's bytes; None if there is none.

    Raises:
        CannotWrite: it is there and cannot be read.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotWrite(path, error.strerror or str(error)) from error


def ensure_writable(path: Path) -> None:
    """Refuse a file that somebody made read-only, before anything is written.

    Raises:
        CannotWrite: it is read-only.
    """
    if not path.exists():
        return
    mode = path.stat().st_mode
    # Replacing the file would also work, but override what its owner meant.
    if not mode & stat.S_IWUSR or not os.access(path, os.W_OK):
        raise CannotWrite(path, "it is read-only; make it writable, or choose another --scope")


def missing_folders(path: Path) -> list[Path]:
    """Return the folders that must be made to write a file, the deepest first."""
    folder = Path(os.path.realpath(path)).parent
    return [each for each in (folder, *folder.parents) if not each.exists()]


def write(path: Path, before: bytes | None, after: bytes) -> None:
    """Put bytes in place of those that were read, with all folders that this needs.

    Raises:
        CannotWrite: the disk refused, or somebody else changed the file meanwhile.
    """
    target = Path(os.path.realpath(path))
    try:
        for folder in reversed(missing_folders(path)):
            folder.mkdir(mode=0o700, exist_ok=True)
        temporary = _written(target, after)
        try:
            _ensure_unchanged(path, before)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        _sync_folder(target.parent)
    except OSError as error:
        raise CannotWrite(path, error.strerror or str(error)) from error


def delete(path: Path, before: bytes | None) -> None:
    """Delete a file that still holds what was read; a link to it stays.

    Raises:
        CannotWrite: the disk refused, or somebody else changed the file meanwhile.
    """
    _ensure_unchanged(path, before)
    try:
        Path(os.path.realpath(path)).unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite(path, error.strerror or str(error)) from error


def remove_empty(folders: list[Path]) -> None:
    """Remove those of the folders that hold nothing, the deepest first."""
    for folder in folders:
        with suppress(OSError):  # it is used by others now
            folder.rmdir()


def _ensure_unchanged(path: Path, before: bytes | None) -> None:
    if read(path) != before:
        raise CannotWrite(path, "another program changed it meanwhile; run the command again")


def _written(target: Path, data: bytes) -> Path:
    """Return a file beside the target with its mode and owner, safely on disk."""
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            _like(target, Path(name))
            os.fsync(file.fileno())
    except BaseException:
        Path(name).unlink()
        raise
    return Path(name)


def _like(target: Path, new: Path) -> None:
    if not target.exists():
        new.chmod(_OURS)
        return
    old, own = target.stat(), new.stat()
    if os.name != "nt" and (old.st_uid, old.st_gid) != (own.st_uid, own.st_gid):
        os.chown(new, old.st_uid, old.st_gid)
    new.chmod(stat.S_IMODE(old.st_mode))


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return  # Windows has no way to open a folder for this
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
