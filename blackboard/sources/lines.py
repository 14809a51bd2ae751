"""Reading the lines of a growing file: streaming, from an offset, and never tripping."""

from __future__ import annotations

import codecs
import io
import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

import orjson
import zstandard

from blackboard.errors import NotATranscript
from blackboard.redaction.private import may_be_private

LONGEST_LINE = 64 << 20
"""Bytes; a longer line is counted and passed over without being held in memory."""


_MOST_TIMES = 200
_ALWAYS_TAKEN = 64 << 20
"""How many times its size a compressed file may hold, and the bytes that any may hold. Transcripts
hold 5 to 30 times their compressed size; a file of zeros 10,000 times."""


_DEEPEST = 100
_TOKENS = re.compile(r'[][{}]|"(?:[^"\\]|\\.)*+"', re.DOTALL)
"""Brackets, and strings, in which brackets count for nothing."""


class Line(NamedTuple):
    """One line of a file; `record` is None where it is no JSON object, `end` is where it ends.

    `private` says whether it may hold what a person marked as private.
    """

    offset: int
    end: int
    record: dict[str, Any] | None
    torn: bool = False
    private: bool = True


def open_bytes(path: Path) -> IO[bytes]:
    """A file's bytes, decompressed when its name says so.

    Raises:
        NotATranscript: it cannot be read.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):  # a pipe would never end, or never begin
            raise NotATranscript(path, "is not a regular file")
        file = path.open("rb")
    except OSError as error:
        raise NotATranscript(path, f"could not be opened: {error.strerror}") from error
    if path.suffix != ".zst":
        return file
    return io.BufferedReader(_Decompressed(file, path, found.st_size), 1 << 20)


class _Decompressed(io.RawIOBase):
    """The content of a compressed file, which must not be much more than a transcript can be."""

    def __init__(self, file: IO[bytes], path: Path, size: int) -> None:
        self._reader = zstandard.ZstdDecompressor().stream_reader(
            file, read_across_frames=True, closefd=True
        )
        self._file = file
        self._path = path
        self._most = _ALWAYS_TAKEN + _MOST_TIMES * size
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count: int = self._reader.readinto(buffer)
        self._count += count
        if self._count > self._most:
            raise NotATranscript(
                self._path, f"holds more than {self._most >> 20} MiB when decompressed; no "
                "transcript is compressed so far"
            )  # fmt: skip
        return count

    def close(self) -> None:
        self._file.close()
        super().close()


def read_lines(file: IO[bytes], offset: int) -> Iterator[Line]:
    """The lines from an offset on; blank ones are passed over.

    A last line without its end that is no JSON either is torn: still being written, or cut off.
    """
    while True:
        raw = file.readline(LONGEST_LINE)
        if not raw:
            return
        end = offset + len(raw)
        if len(raw) == LONGEST_LINE and not raw.endswith(b"\n"):
            end += _skip_line(file)
            yield Line(offset, end, None)
        elif raw.strip():
            record = parse(raw)
            torn = record is None and not raw.endswith(b"\n")
            yield Line(offset, end, record, torn, may_be_private(raw))
        offset = end


def parse(raw: bytes) -> dict[str, Any] | None:
    """A JSON object from a line, or None."""
    record = parse_value(raw)
    return record if isinstance(record, dict) else None


def parse_value(raw: bytes) -> Any:
    """A JSON value from bytes that may hold invalid UTF-8 or lone surrogates; None for no JSON."""
    try:
        return orjson.loads(raw.removeprefix(codecs.BOM_UTF8))
    except orjson.JSONDecodeError:
        pass  # perhaps only for its characters, which Python's reader lets pass
    text = raw.decode("utf-8", "replace")
    try:
        return _by_python(text)
    except ValueError:
        return None
    except RecursionError:  # in a list of records one that is nested too deep must not cost all
        pass
    try:
        return _by_python(_without_depths(text))
    except (ValueError, RecursionError):
        return None


def _by_python(text: str) -> Any:
    return _without_surrogates(json.loads(text, strict=False))


def _without_depths(text: str) -> str:
    """A JSON text with null in place of what is nested deeper than anybody reads.

    >>> _without_depths(f'{{"a": {"[" * 300}{"]" * 300}, "b": "["}}').count("[")
    100
    """
    kept, depth, place = [], 0, 0
    for found in _TOKENS.finditer(text):
        opens = found[0] in "[{"
        if opens and depth == _DEEPEST:
            kept += [text[place : found.start()], "null"]
        depth += opens - (found[0] in "]}")
        if not opens and depth == _DEEPEST and found[0] in "]}":
            place = found.end()
    return "".join([*kept, text[place:]])


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_surrogates(each) for each in value]
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return str(value)
    return value


def _skip_line(file: IO[bytes]) -> int:
    skipped = 0
    while raw := file.readline(1 << 20):
        skipped += len(raw)
        if raw.endswith(b"\n"):
            break
    return skipped
