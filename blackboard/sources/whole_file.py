"""A file that is no lines of JSON: one JSON value, a text, or a database; read once, when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import zstandard

from blackboard.agents.reader import Reader
from blackboard.errors import NotATranscript
from blackboard.sources.lines import open_bytes, parse_value
from blackboard.sources.source import Record

LONGEST = 256 << 20
"""Bytes that are read of such a file; what lies behind is left unread."""

DATABASE = b"SQLite format 3\0"
"""How a file of SQLite begins (https://www.sqlite.org/fileformat.html, section 1.3)."""


Sessions = Callable[[Path, int], Iterator[Record]]
"""The sessions in a database that changed after a time in milliseconds, the latest one last."""


def no_database(path: Path, since: int) -> Iterator[Record]:
    """For who only asks what a file is.

    Raises:
        NotATranscript: always.
    """
    raise NotATranscript(path, "is a database, which is not read here")


class WholeFile:
    """What the readers of whole files look at.

    Args:
        path: the file.
        start: its first bytes.
        state: what the reader of it said when the file was read before.
        sessions: what reads it if it is a database: that is storage's (`blackboard/storage`).
    """

    def __init__(
        self, path: Path, start: bytes, state: Record, sessions: Sessions = no_database
    ) -> None:
        self.path = path
        self.start = start
        self.state = state
        self.sessions = sessions

    @cached_property
    def raw(self) -> bytes:
        """Its bytes.

        Raises:
            NotATranscript: it cannot be read.
        """
        try:
            with open_bytes(self.path) as file:
                return file.read(LONGEST)
        except (OSError, EOFError, zstandard.ZstdError) as error:
            raise NotATranscript(self.path, f"could not be read: {error}") from error

    @cached_property
    def text(self) -> str:
        """Its bytes as text; what is no UTF-8 is replaced."""
        return self.raw.decode("utf-8-sig", "replace").replace("\r\n", "\n")

    @cached_property
    def value(self) -> Any:
        """Its bytes as a JSON value, None for no JSON."""
        is_json = self.start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"[")
        return parse_value(self.raw) if is_json else None


class WholeReader(Reader, Protocol):
    """A reader whose files may be no lines of JSON, and are split into records by itself.

    A reader is made anew for each conversation, without a state. What the last one says of its
    state is the state of the file when that is read again.

    An `is_copy` that is true says that its files repeat what agents keep themselves: a session that
    the board has from the agent is then left out.
    """

    @staticmethod
    def is_whole(file: WholeFile) -> bool:
        """Whether a file as a whole is of this format."""
        ...

    @staticmethod
    def conversations(file: WholeFile) -> Iterable[list[Record]]:
        """The records of each of its conversations, in an order in which reading may stop.

        Raises:
            NotATranscript: it cannot be read now.
        """
        ...
