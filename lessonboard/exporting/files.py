"""Read and write other programs' files, atomically and without touching more than asked."""

from __future__ import annotations

import contextlib
import difflib
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from blackboard.errors import BoardError


class CannotEdit(BoardError):
    """A file could not be read or written."""


def read_bytes(path: Path) -> bytes | None:
    """Return a file's bytes, or None if it does not exist.

    Raises:
        CannotEdit: it cannot be read, or its encoding is not ASCII-compatible.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotEdit(f"could not read {path}: {error.strerror}") from error
    if b"\0" in raw:
        raise CannotEdit(f"could not edit {path}: it is not UTF-8 text; save it as UTF-8 first")
    return raw


def replace(path: Path, content: bytes) -> None:
    """Replace a file atomically; links and permissions are preserved.

    Raises:
        CannotEdit: it cannot be written; the old content is intact.
    """
    target = path.resolve()
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
        target.parent.mkdir(parents=True, exist_ok=True)
        with _beside(target) as file:
            file.write(content)
            os.fchmod(file.fileno(), mode)
    except OSError as error:
        raise CannotEdit(f"could not write {path}: {error.strerror}") from error


@contextlib.contextmanager
def whole_or_nothing(output: Path | None) -> Iterator[IO[bytes]]:
    """A file readable by its owner only, created once complete; None is standard output.

    Raises:
        CannotEdit: it cannot be written.
    """
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    try:
        with _beside(output.absolute()) as file:
            yield file
    except OSError as error:
        raise CannotEdit(f"could not write {output}: {error.strerror}") from error


def difference(path: Path, before: bytes | None, after: bytes | None) -> Iterator[str]:
    """Yield the diff of a change, without terminal control characters."""
    old, new = ((text or b"").decode("utf-8", "replace").splitlines() for text in (before, after))
    for line in difflib.unified_diff(old, new, str(path), str(path), lineterm=""):
        yield "".join(char if char.isprintable() else " " for char in line)


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[IO[bytes]]:
    """A temporary file that replaces the target on success."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
