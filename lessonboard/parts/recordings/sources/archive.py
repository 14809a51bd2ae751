"""Read an untrusted zip: nothing is extracted by name, and every size is limited."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from blackboard.sources.lines import read_lines
from lessonboard.parts.recordings.sources.model import NotARecording

MOST_ENTRIES = 100_000
LARGEST_LOG = 1 << 30
LARGEST_FILE = 32 << 20
LARGEST_SUM = 2 << 30
"""Uncompressed bytes: of one log, of one other file, and in total."""

_ADVICE = "give a trace that Playwright wrote"


class Archive:
    """An open zip that enforces the size limits, whatever its headers claim."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._left = LARGEST_SUM
        try:
            self._zip = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile, NotImplementedError, ValueError) as error:
            raise self._refuse(f"the zip cannot be opened ({error})") from error
        if len(self._zip.namelist()) > MOST_ENTRIES:
            raise self._refuse(f"it holds more than {MOST_ENTRIES} files")

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()

    def names(self) -> list[str]:
        """The names of all files in it."""
        return self._zip.namelist()

    def records(self, name: str) -> Iterator[dict[str, object]]:
        """The JSON objects of a file with one per line; other lines are skipped.

        Raises:
            NotARecording: the file is too large, damaged or encrypted.
        """
        try:
            with self._zip.open(name) as file:
                for line in read_lines(file, 0):
                    if line.end > min(LARGEST_LOG, self._left):
                        raise self._refuse(f"{name!r} in it is too large")
                    if line.record is not None:
                        yield line.record
        except _FAULTS as error:
            raise self._refuse(f"{name!r} in it cannot be read ({error})") from error

    def content(self, name: str) -> bytes | None:
        """A file's bytes, or None if it does not exist or is too large.

        Raises:
            NotARecording: the file is damaged or encrypted, or the total limit is exceeded.
        """
        if name not in self._zip.NameToInfo:
            return None
        try:
            with self._zip.open(name) as file:
                content = file.read(LARGEST_FILE + 1)
        except _FAULTS as error:
            raise self._refuse(f"{name!r} in it cannot be read ({error})") from error
        self._left -= len(content)
        if self._left < 0:
            raise self._refuse(f"it unpacks to more than {LARGEST_SUM >> 30} GiB")
        return content if len(content) <= LARGEST_FILE else None

    def _refuse(self, found: str) -> NotARecording:
        return NotARecording(self._path, found, _ADVICE)


_FAULTS = (OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, NotImplementedError)
"""What `zipfile` raises for a damaged or encrypted file, or an unknown compression."""
