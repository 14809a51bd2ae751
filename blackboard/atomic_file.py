"""Write a file atomically, readable by its owner only."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from blackboard.errors import BoardError
from blackboard.private_folder import make_private_folder

UNFINISHED = ".unfinished"
"""The suffix of a file that is being written, or that a killed run left behind."""


class CannotWrite(BoardError):
    """A file or folder could not be written; the previous content is intact."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            f"could not write {path}: {error.strerror or error}; nothing was half-written, "
            "fix that and run the same command again"
        )


def write(path: Path, content: bytes) -> None:
    """Write a file atomically.

    Raises:
        CannotWrite: the disk is full, or the file is not writable; no partial file is left.
    """
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}{UNFINISHED}")
    try:
        make_private_folder(path.parent)
        _write_synced(unfinished, content)
        unfinished.replace(path)
    except OSError as error:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise CannotWrite(path, error) from error


def _write_synced(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sweep(folder: Path) -> None:
    """Remove unfinished files that killed runs left in a folder."""
    for path in folder.glob(f".*{UNFINISHED}"):
        with suppress(OSError):
            path.unlink()
