"""What a file of transcripts is: its format, its first line, and how it begins."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import zstandard

from blackboard.agents.reader import Reader
from blackboard.errors import NotATranscript
from blackboard.event import NewEvent
from blackboard.sources.lines import open_bytes, read_lines
from blackboard.sources.readers import added_readers, readers
from blackboard.sources.source import Record
from blackboard.sources.whole_file import DATABASE, Sessions, WholeFile, WholeReader, no_database

_SNIFFED = 200
_START = 1 << 16


class Recognised(NamedTuple):
    """The format of a file; `whole` where it is not read line by line."""

    source: type[Reader]
    whole: WholeFile | None = None

    def conversations(self) -> Iterator[list[Record]]:
        """The conversations of a whole file, each as its records."""
        reader = cast("type[WholeReader]", self.source)
        return iter(()) if self.whole is None else iter(reader.conversations(self.whole))


def start_hash(path: Path) -> bytes:
    """The hash of a file's first line, which distinguishes a grown file from another one.

    Databases write their first bytes anew: of them only what they are is taken.
    """
    start = _start(path)
    line = DATABASE if start.startswith(DATABASE) else start.split(b"\n")[0]
    return hashlib.sha256(line).digest()


def recognise(
    path: Path, state: Record | None = None, sessions: Sessions = no_database
) -> Recognised:
    """The format of a file.

    Args:
        path: the file.
        state: what its reader said when it was read before.
        sessions: what reads it if it is a database.

    Raises:
        NotATranscript: the file is of no known format.
    """
    start = _start(path)
    if not start.strip():
        raise NotATranscript(path, "is no text")
    file = WholeFile(path, start, state or {}, sessions)
    known = readers()
    found = _recognised(file, known)
    if found is None:
        known = [*known, *(added := added_readers())]
        found = _recognised(file, added)
    if found is None and b"\0" in start[:512]:
        raise NotATranscript(path, "is no text")
    if found is None and start.lstrip(codecs.BOM_UTF8).lstrip()[:1] not in (b"{", b"["):
        raise NotATranscript(
            path, "is no transcript: it holds no JSON, and no history that is known"
        )
    if found is None:
        names = ", ".join(source.name for source in known)
        raise NotATranscript(path, f"is no transcript of a known format ({names})")
    return found


def starting_state(source: type[Reader], path: Path) -> Record:
    """What a file's path gives its reader, such as a session's id that no line has."""
    around = getattr(source, "around", None)
    told: Record = around(path) if around is not None else {}
    return told


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
        for event in _events(file, source(session, starting_state(source, path))):
            if event.type == "session.started":
                payload = event.payload
                return Beginning(payload["session"], event.project, payload.get("cwd"))
    return Beginning(session)


def beginning_of(path: Path) -> Beginning:
    """How a file begins, whatever its format is; a whole file may hold more than one session.

    Raises:
        NotATranscript: the file is of no known format.
    """
    source, whole = recognise(path)
    return Beginning(path.stem) if whole else beginning(path, source, path.stem)


def _recognised(file: WholeFile, sources: Sequence[type[Reader]]) -> Recognised | None:
    """By one of the first lines that surely belongs to a format, else as a whole."""
    if not file.start.startswith(DATABASE):
        with open_bytes(file.path) as content:
            for line in islice(read_lines(content, 0), _SNIFFED):
                for source in sources:
                    if line.record is not None and _says(source.recognises, line.record):
                        return Recognised(source)
    for source in sources:
        is_whole = getattr(source, "is_whole", None)
        if is_whole is not None and _says(is_whole, file):
            return Recognised(source, file)
    return None


def _says(recognises: Callable[[Any], bool], shown: object) -> bool:
    """Whether a format recognises a record or file; one that fails at it does not."""
    try:
        return recognises(shown)
    except NotATranscript:
        raise  # it cannot be read at all
    except Exception:
        return False


def _events(file: IO[bytes], reader: Reader) -> Iterator[NewEvent]:
    """The events of the lines; a fault costs only its line, as in an import."""
    for line in read_lines(file, 0):
        if line.record is not None:
            events: list[NewEvent] = []
            with suppress(Exception):  # a vendor's format is not ours to fix
                events = list(reader.read(line.record, line.offset))
            yield from events


def _start(path: Path) -> bytes:
    with open_bytes(path) as file:
        try:
            return file.read(_START)
        except (OSError, zstandard.ZstdError) as error:
            raise NotATranscript(path, f"could not be read: {error}") from error
