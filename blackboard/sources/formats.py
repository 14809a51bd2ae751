"""What a file of transcripts is: its format, its first line, and how it begins."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

import zstandard

from blackboard.agents.reader import Reader
from blackboard.errors import NotATranscript
from blackboard.event import NewEvent
from blackboard.sources.lines import open_bytes, parse_value, read_lines
from blackboard.sources.messages import Messages
from blackboard.sources.readers import added_readers, readers

UNFORESEEN = (TypeError, ValueError, KeyError, AttributeError, RecursionError)
"""What a reader may stumble over: a vendor's format is not ours to fix."""

_SNIFFED = 200
_START = 1 << 16
_LONGEST_LIST = 256 << 20


def start_hash(path: Path) -> bytes:
    """The hash of a file's first line, which tells a grown file from another one."""
    with open_bytes(path) as file:
        return hashlib.sha256(_read(path, file, _START).split(b"\n")[0]).digest()


def recognise(path: Path) -> tuple[type[Reader], list[list[dict[str, Any]]] | None]:
    """The format of a file, and its conversations where they are one JSON value each.

    Raises:
        NotATranscript: the file is of no known format.
    """
    with open_bytes(path) as file:
        start = _read(path, file, _START)
    if b"\0" in start[:512] or not start.strip():
        raise NotATranscript(path, "is no text")
    if start.removeprefix(codecs.BOM_UTF8).lstrip()[:1] not in (b"{", b"["):
        raise NotATranscript(path, "is no transcript: it holds no JSON")
    known = readers()
    source = _recognised(path, known)
    if source is not None:
        return source, None
    conversations = _conversations(path)
    if not conversations:
        added = added_readers()
        if source := _recognised(path, added):
            return source, None
        names = ", ".join(source.name for source in (*known, *added))
        raise NotATranscript(path, f"is no transcript of a known format ({names})")
    return Messages, conversations


def _recognised(path: Path, sources: Sequence[type[Reader]]) -> type[Reader] | None:
    """The one to which one of the first lines surely belongs."""
    with open_bytes(path) as file:
        for line in islice(read_lines(file, 0), _SNIFFED):
            for source in sources:
                if line.record is not None and source.recognises(line.record):
                    return source
    return None


class Beginning(NamedTuple):
    """The session with which a file begins, its project, and the folder that it began in."""

    session: str
    project: str | None = None
    folder: str | None = None


def beginning(path: Path, source: type[Reader], session: str) -> Beginning:
    """How a file of one record a line begins.

    Args:
        path: the file.
        source: its format.
        session: the session of lines that name none.
    """
    with open_bytes(path) as file:
        for event in _events(file, source(session, {})):
            if event.type == "session.started":
                payload = event.payload
                return Beginning(payload["session"], event.project, payload.get("cwd"))
    return Beginning(session)


def beginning_of(path: Path) -> Beginning:
    """How a file begins, whatever its format is.

    Raises:
        NotATranscript: the file is of no known format.
    """
    source, conversations = recognise(path)
    return Beginning(path.stem) if conversations else beginning(path, source, path.stem)


def _events(file: IO[bytes], reader: Reader) -> Iterator[NewEvent]:
    """What the lines tell; one that nobody foresaw costs that line, as in an import."""
    for line in read_lines(file, 0):
        if line.record is not None:
            try:
                yield from list(reader.read(line.record, line.offset))
            except UNFORESEEN:
                continue


def _conversations(path: Path) -> list[list[dict[str, Any]]]:
    """Lists of messages in a file that is one JSON value, or one `{"messages": ...}` a line."""
    with open_bytes(path) as file:
        raw = _read(path, file, _LONGEST_LIST)
    whole: Any = parse_value(raw)
    values = [whole] if whole is not None else [parse_value(line) for line in raw.splitlines()]
    found = []
    for value in values:
        messages = value.get("messages") if isinstance(value, dict) else value
        if isinstance(messages, list) and any(
            isinstance(each, dict) and Messages.recognises(each) for each in messages
        ):
            found.append([each for each in messages if isinstance(each, dict)])
    return found


def _read(path: Path, file: IO[bytes], length: int) -> bytes:
    try:
        return file.read(length)
    except (OSError, zstandard.ZstdError) as error:
        raise NotATranscript(path, f"could not be read: {error}") from error
