"""Whose a file is, read before SQLite looks at it; light, because hooks look too.

SQLite may write to what it opens. The fields are those of
https://www.sqlite.org/fileformat.html#the_database_header.
"""

from __future__ import annotations

from blackboard.errors import CannotOpen, DamagedBoard, NewerBoard, NotABoard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

APPLICATION_ID = 0x4C424F44
"""`LBOD`, in the file's header."""

FORMAT = 4
"""The number of migrations that this program knows."""

_MAGIC = b"SQLite format 3\x00"
_LENGTH = 100


def read_header(path: Path | str) -> int | None:
    """The format of a board's file; None when it is empty.

    Raises:
        NotABoard: the file belongs to another program.
        NewerBoard: the file's format is newer than this program.
        DamagedBoard: it ends within its header.
        CannotOpen: it cannot be read.
    """
    try:
        with open(path, "rb") as file:  # noqa: PTH123  # a path or its text
            start = file.read(_LENGTH)
    except OSError as error:
        raise CannotOpen(f"could not open {path}: {error.strerror}") from error
    if not start:
        return None
    application = int.from_bytes(start[68:72], "big")
    if start.startswith(_MAGIC) and len(start) < _LENGTH:
        raise DamagedBoard(path, "it ends within its header")
    if not start.startswith(_MAGIC) or application != APPLICATION_ID:
        raise NotABoard(path)
    version = int.from_bytes(start[60:64], "big")
    if version > FORMAT:
        raise NewerBoard(path, version, FORMAT)
    return version
