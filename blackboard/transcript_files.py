"""A file of transcripts on this machine: finding it, whose it is, and what is new in it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.agents.folders import owner
from blackboard.agents.specstory.transcript import BEGINS
from blackboard.board import Board
from blackboard.errors import NotATranscript
from blackboard.sources.formats import start_hash
from blackboard.storage.local import ImportProgress

READS = 2
"""Raised when readers take more from a file: one that has grown is then read from its beginning.

2: what sessions take of their models.
"""

DATABASES = ("opencode.db",)
ENDINGS = (
    ".jsonl", ".json", ".jsonl.zst", ".ndjson", ".aider.chat.history.md", *DATABASES,
)  # fmt: skip
"""How the files of agents end that are looked for in folders."""


class TranscriptFile(NamedTuple):
    """A file that is to be read, and where to begin."""

    path: Path
    size: int
    modified_ns: int
    start_sha256: bytes
    offset: int
    state: dict[str, Any]


class Stamp(NamedTuple):
    """By what a file is known to have changed; the size is -1 where it was not read to its end."""

    size: int
    modified_ns: int


def stamp(path: str) -> Stamp:
    """The size and time of a file; a database's newest pages are in the file beside it.

    Raises:
        OSError: it cannot be looked at.
    """
    found = os.stat(path)  # noqa: PTH116  # thousands of them: no object each
    if not path.endswith(DATABASES):
        return Stamp(found.st_size, found.st_mtime_ns)
    try:
        newest = os.stat(f"{path}-wal")  # noqa: PTH116
    except FileNotFoundError:
        return Stamp(found.st_size, found.st_mtime_ns)
    return Stamp(found.st_size + newest.st_size, max(found.st_mtime_ns, newest.st_mtime_ns))


def find(paths: Iterable[Path]) -> Iterator[Path]:
    """The files to import: those given, and all transcripts below the folders given.

    A compressed file with its plain sibling beside it is left to the sibling.
    """
    for path in paths:
        if path.is_dir():
            yield from (found for found in sorted(path.rglob("*")) if _is_transcript(found))
        else:
            yield path


def name_of(path: Path) -> str:
    """A file's name as it is kept and shown; bytes of it that are no UTF-8 are replaced."""
    return str(path).encode("utf-8", "replace").decode()


def owner_of(path: Path) -> str | None:
    """The agent of this machine that keeps a file as a transcript of its own, or None."""
    return owner(path, Path.home(), os.environ)


def look(board: Board, path: Path, *, trusted: bool) -> TranscriptFile | None:
    """What there is to do about a file; None when it was read to its end before.

    One whose authors are known now, and were not when it was read, is read again.

    Raises:
        NotATranscript: it is a folder, empty, or out of reach.
    """
    now = _stamp(path)
    known = board.local.imports.load(name_of(path.absolute()))
    tells_more = known is not None and not known.state.get("trusted")
    tells_more = tells_more and (trusted or owner_of(path) is not None)
    if known and not tells_more and (known.size, known.modified_ns) == now:
        return None
    start = start_hash(path)
    goes_on = known is not None and not tells_more and _goes_on(known, path, start, now.size)
    offset, state = (known.offset, known.state) if known and goes_on else (0, {})
    return TranscriptFile(path, now.size, now.modified_ns, start, offset, state)


def state_after(state: Mapping[str, Any], folder: str | None, *, trusted: bool) -> dict[str, Any]:
    """What is kept of a file that was read: what its reader says, the folder, and the trust."""
    return {**state, "reads": READS, "folder": folder, "trusted": trusted}


def _goes_on(known: ImportProgress, path: Path, start: bytes, size: int) -> bool:
    """Whether a file is the one that was read, and can be read on from there."""
    is_same = known.start_sha256 == start and known.state.get("reads") == READS
    return is_same and path.suffix != ".zst" and known.offset <= size


def _stamp(path: Path) -> Stamp:
    try:
        found = stamp(str(path))
    except OSError as error:
        raise NotATranscript(path, f"could not be opened: {error.strerror}") from error
    if path.is_dir():
        raise NotATranscript(path, "is a folder, not a transcript")
    if not path.is_file():
        raise NotATranscript(path, "is not a regular file")
    if found.size == 0:
        raise NotATranscript(path, "is empty")
    return found


def _is_transcript(path: Path) -> bool:
    """By its name, or for Markdown by its first line: of these there are others everywhere."""
    is_named = path.name.endswith(ENDINGS)
    if not is_named and (path.suffix != ".md" or not _begins_as_one(path)):
        return False
    return path.is_file() and (path.suffix != ".zst" or not path.with_suffix("").is_file())


def _begins_as_one(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return BEGINS in file.read(len(BEGINS) + 8)
    except OSError:
        return False
