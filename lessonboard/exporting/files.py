"""Reading and writing the files of others: whole or not at all, and never more than was asked."""

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
    """A file's bytes, or None where there is none.

    Raises:
        CannotEdit: it cannot be read, or is of an encoding in which nothing could be added.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise CannotEdit(f"could not read {path}: {error.strerror}") from error
    if b"\0" in raw:
        raise CannotEdit(f"could not edit {path}: it is no UTF-8 text; save it as UTF-8 first")
    return raw


def replace(path: Path, content: bytes) -> None:
    """Write a file; a link stays one, and a file keeps its permissions.

    Raises:
        CannotEdit: it cannot be written; it is then as it was.
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
    """A file that only its owner may read, there when all was written; None is standard output.

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
    """What would change, line by line, without anything that could steer a terminal."""
    old, new = ((text or b"").decode("utf-8", "replace").splitlines() for text in (before, after))
    for line in difflib.unified_diff(old, new, str(path), str(path), lineterm=""):
        yield "".join(each if each.isprintable() else " " for each in line)


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[IO[bytes]]:
    """A new file that takes the place of another one when all went well."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
