"""Taking transcripts in: each file streamed from where reading stopped, in small transactions."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from blackboard.agents.folders import owner
from blackboard.agents.reader import Reader
from blackboard.attestation import newly_attested, without_author
from blackboard.board import Board
from blackboard.capturing import decisions
from blackboard.errors import InvalidEvent, NotATranscript
from blackboard.event import Event, NewEvent
from blackboard.redaction import breadth
from blackboard.redaction.breadth import Find, ScanTimeout
from blackboard.redaction.private import hide_all
from blackboard.redaction.redact import redact_all
from blackboard.sanitise import clean_all
from blackboard.sources.formats import UNFORESEEN, Beginning, beginning, recognise, start_hash
from blackboard.sources.lines import Line, open_bytes, read_lines
from blackboard.sources.messages import Messages
from blackboard.sources.omission import Excluded, Omission, folder_of
from blackboard.storage.local import ImportProgress

_BATCH = 500
"""Events in a transaction: what a killed import has to read again, at most."""

_READS = 2
"""Raised when readers take more from a file: one that has grown is then read from its beginning.

2: what sessions take of their models.
"""

ENDINGS = (".jsonl", ".json", ".jsonl.zst", ".ndjson")


@dataclass
class Summary:
    """What an import did; everything counts only what was new to the board.

    `skipped` are files in which nothing was new, `unknown_lines` those of no known type or no
    JSON, `torn` last lines that were cut off, `failed` files with the reason they were refused.
    `private` are lines of which something was left out, for a person had marked it as private;
    `left_out` and `left_out_in_part` are files that were not taken in, or not as a whole, with the
    reason.
    """

    files: int = 0
    sessions: int = 0
    messages: int = 0
    tool_calls: int = 0
    failures: int = 0
    events: int = 0
    skipped: int = 0
    unknown_lines: int = 0
    torn: int = 0
    redactions: int = 0
    private: int = 0
    left_out: list[tuple[str, str]] = field(default_factory=list)
    left_out_in_part: list[tuple[str, str]] = field(default_factory=list)
    failed: list[tuple[str, str]] = field(default_factory=list)

    def count(self, events: Iterable[Event]) -> None:
        """Add what was appended."""
        for event in events:
            self.events += 1
            self.sessions += event.type == "session.started"
            self.messages += event.type == "message.recorded"
            self.tool_calls += event.type == "tool.called"
            self.failures += bool(event.payload and event.payload.get("failed"))


def find(paths: Iterable[Path]) -> Iterator[Path]:
    """The files to import: those given, and all transcripts below the folders given.

    A compressed file with its plain sibling beside it is left to the sibling.
    """
    for path in paths:
        if path.is_dir():
            yield from (found for found in sorted(path.rglob("*")) if _is_transcript(found))
        else:
            yield path


def import_files(
    board: Board,
    paths: Iterable[Path],
    *,
    project: str | None = None,
    excluded: Excluded = lambda _project, _folder: "",
    progress: Callable[[int], None] = lambda _bytes: None,
    more_secrets: Find = breadth.nothing,
    trusted: bool = False,
) -> Summary:
    """Import files one after the other; a file that cannot be read is reported, never fatal.

    Who wrote what is taken from transcripts in the folders where agents keep them. Of others it is
    unknown who wrote the prompts and the outputs of tools, so that nothing learnt from them is
    approved without a person.

    Args:
        board: where the events go.
        paths: files, as `find` gives them.
        project: the project of sessions that do not say theirs.
        excluded: what the settings leave out; what people decided on the board is obeyed anyway.
        progress: called with the number of bytes that were read since the last call.
        more_secrets: what finds secrets beside our own rules; see `redaction.breadth`.
        trusted: whether the user says that all files are transcripts of his own agents.
    """
    summary = Summary()
    omission = Omission(decisions(board), excluded)
    for path in paths:
        summary.files += 1
        try:
            file = _look(board, path, trusted=trusted)
            if file is None:
                summary.skipped += 1
            else:
                _Import(
                    board, file, summary, project, omission, progress, more_secrets, trusted
                ).run()
        except NotATranscript as error:
            summary.failed.append((str(path), error.reason))
        except (OSError, EOFError, zstandard.ZstdError) as error:
            summary.failed.append((str(path), f"could not be read to its end: {error}"))
        except ScanTimeout as error:
            summary.failed.append((str(path), str(error)))
        except InvalidEvent as error:
            summary.failed.append((str(path), f"holds what cannot be recorded: {error}"))
    return summary


class _File(NamedTuple):
    """A file that is to be read, and where to begin."""

    path: Path
    size: int
    modified_ns: int
    start_sha256: bytes
    offset: int
    state: dict[str, Any]


class _Import:
    """The import of one file."""

    def __init__(
        self,
        board: Board,
        file: _File,
        summary: Summary,
        project: str | None,
        omission: Omission,
        progress: Callable[[int], None],
        more_secrets: Find,
        trusted: bool,
    ) -> None:
        self._trusted = trusted
        self._more = more_secrets
        self._board = board
        self._file = file
        self._summary = summary
        self._project = project
        self._omission = omission
        self._progress = progress
        self._folder: str | None = file.state.get("folder")
        self._omitted: Counter[str] = Counter()

    def run(self) -> None:
        """Read what is new and append it, unless it is to be left out."""
        before = self._summary.events
        source, records = recognise(self._file.path)
        reason = self._why_off(source if records is None else None)
        if reason:
            self._summary.left_out.append((str(self._file.path), reason))
            self._progress(self._file.size)
            return
        if records is not None:
            for number, conversation in enumerate(records):
                self._list(conversation, number)
        else:
            self._lines(source)
        self._summary.skipped += self._summary.events == before
        for why, number in self._omitted.items():
            events = f"{number} event" if number == 1 else f"{number} events"
            partly = (str(self._file.path), f"{events}: {why}")
            self._summary.left_out_in_part.append(partly)

    def _why_off(self, source: type[Reader] | None) -> str:
        """Why the file is left out as a whole; empty where it is not."""
        begins = Beginning(self._session())
        if source is not None:
            begins = beginning(self._file.path, source, self._session())
        self._folder = self._folder or begins.folder
        project = begins.project or self._project
        return self._omission.why_off(project, begins.folder, begins.session)

    def _lines(self, source: type[Reader]) -> None:
        """A file of one record a line, from where reading stopped."""
        offset = self._file.offset
        reader = source(self._session(), self._file.state)
        self._trusted = self._trusted or _owner(self._file.path) == source.name
        waiting: list[NewEvent] = []
        with open_bytes(self._file.path) as content:
            if offset:
                content.seek(offset)
            for line in read_lines(content, offset):
                if line.torn:
                    self._summary.torn += 1
                    break
                waiting += self._events(reader, line)
                self._progress(line.end - offset)
                offset = line.end
                if len(waiting) >= _BATCH:
                    self._append(waiting, reader, offset, done=False)
                    waiting = []
        self._append([*waiting, *self._usage(reader)], reader, offset, done=True)
        self._summary.unknown_lines += reader.unknown

    def _usage(self, reader: Reader) -> Iterator[NewEvent]:
        """What the sessions have taken of their models."""
        for event in reader.usage():
            yield event._replace(project=event.project or self._project)

    def _session(self) -> str:
        """The session of records that name none: files of one name may hold different ones."""
        stem = self._file.path.name.split(".")[0]
        return f"{stem}-{self._file.start_sha256.hex()[:8]}"

    def _list(self, conversation: list[dict[str, Any]], number: int) -> None:
        """A conversation that is one JSON value."""
        session = self._session()
        reader = Messages(f"{session}-{number}" if number else session, {})
        waiting: list[NewEvent] = []
        for offset, record in enumerate(conversation):
            waiting += self._events(reader, Line(offset, offset + 1, record))
        self._append(waiting, reader, 0, done=True)
        self._summary.unknown_lines += reader.unknown
        self._progress(self._file.size)

    def _events(self, reader: Reader, line: Line) -> Iterator[NewEvent]:
        """A line's events, without what is private and with the secrets taken out."""
        if line.record is None:
            self._summary.unknown_lines += 1
            return
        try:
            record, hidden = hide_all(line.record) if line.private else (line.record, 0)
            events = list(reader.read(record, line.offset))
        except UNFORESEEN:  # costs its line, no more
            self._summary.unknown_lines += 1
            return
        self._summary.private += bool(hidden)
        self._folder = folder_of(record) or self._folder
        for event in events:
            project = event.project or self._project
            reason = self._omission.why_out(event, project, self._folder)
            if reason:
                self._omitted[reason] += 1
                continue
            redacted = redact_all(clean_all(event.payload))
            self._summary.redactions += redacted.secrets
            known = event._replace(payload=redacted.value, project=project)
            yield known if self._trusted else without_author(known)

    def _append(self, events: list[NewEvent], reader: Reader, offset: int, *, done: bool) -> None:
        """Append a batch and remember how far reading has come, as one."""
        payloads, count = breadth.redact_more([event.payload for event in events], self._more)
        self._summary.redactions += count
        events = [each._replace(payload=new) for each, new in zip(events, payloads, strict=True)]
        oldest = reader.waiting()
        resume = offset if oldest is None else min(oldest, offset)
        # A file that was not read to its end must not look so the next time.
        size = self._file.size if done else -1
        read = {"reads": _READS, "folder": self._folder, "trusted": self._trusted}
        state = {**reader.state(), **read}
        progress = ImportProgress(
            size, self._file.modified_ns, self._file.start_sha256, resume, state
        )
        with self._board.transaction():
            added = self._board.log.append(events)
            new_ids = {event.id for event in added}
            known = [event for event in events if event.id not in new_ids]
            self._board.log.append(newly_attested(self._board.log.get, known))
            path = str(self._file.path.absolute())
            self._board.local.imports.save(path, progress)
        self._summary.count(added)


def _is_transcript(path: Path) -> bool:
    if not path.name.endswith(ENDINGS) or not path.is_file():
        return False
    return path.suffix != ".zst" or not path.with_suffix("").is_file()


def _owner(path: Path) -> str | None:
    return owner(path, Path.home(), os.environ)


def _look(board: Board, path: Path, *, trusted: bool) -> _File | None:
    """What there is to do about a file; None when it was read to its end before.

    One whose authors can be told now, and could not when it was read, is read once more.

    Raises:
        NotATranscript: it is a folder, empty, or out of reach.
    """
    try:
        found = path.stat()
    except OSError as error:
        raise NotATranscript(path, f"could not be opened: {error.strerror}") from error
    if path.is_dir():
        raise NotATranscript(path, "is a folder, not a transcript")
    if not path.is_file():
        raise NotATranscript(path, "is not a regular file")
    if found.st_size == 0:
        raise NotATranscript(path, "is empty")
    known = board.local.imports.load(str(path.absolute()))
    tells_more = known is not None and not known.state.get("trusted")
    tells_more = tells_more and (trusted or _owner(path) is not None)
    unchanged = (found.st_size, found.st_mtime_ns)
    if known and not tells_more and (known.size, known.modified_ns) == unchanged:
        return None
    start = start_hash(path)
    same = known is not None and known.start_sha256 == start and path.suffix != ".zst"
    same = same and known is not None and known.offset <= found.st_size
    same = same and known is not None and known.state.get("reads") == _READS and not tells_more
    offset, state = (known.offset, known.state) if known and same else (0, {})
    return _File(path, found.st_size, found.st_mtime_ns, start, offset, state)
