"""Taking transcripts in: each file streamed from where reading stopped, in small transactions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import zstandard

from blackboard.actors import role
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
from blackboard.sources.formats import (
    UNFORESEEN,
    Beginning,
    Recognised,
    beginning,
    recognise,
    starting_state,
)
from blackboard.sources.lines import Line, open_bytes, read_lines
from blackboard.sources.omission import Excluded, Omission, folder_of
from blackboard.storage.local import ImportProgress
from blackboard.storage.opencode_database import sessions_since
from blackboard.transcript_files import TranscriptFile, look, owner_of, state_after

_BATCH = 500
"""Events in a transaction: what a killed import has to read again, at most."""


@dataclass
class Summary:
    """What an import did; everything counts only what was new to the board.

    `skipped` are files in which nothing was new, `unknown_lines` those of no known type or no
    JSON, `torn` last lines that were cut off, `failed` files with the reason they were refused.
    `private` are lines of which something was left out, for a person had marked it as private;
    `left_out` and `left_out_in_part` are files that were not taken in, or not as a whole, with the
    reason. `touched` are for each file the sessions of which something was new, in order.
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
    touched: dict[str, dict[str, None]] = field(default_factory=dict)
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

    def note(self, path: Path, events: Iterable[Event]) -> None:
        """Remember whose sessions went on."""
        sessions = {event.correlation: None for event in events if event.correlation}
        if sessions:
            self.touched.setdefault(str(path), {}).update(sessions)


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
            file = look(board, path, trusted=trusted)
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


class _Import:
    """The import of one file."""

    def __init__(
        self,
        board: Board,
        file: TranscriptFile,
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
        found = recognise(self._file.path, self._file.state, sessions_since)
        reason = self._why_off(None if found.whole else found.source)
        if reason:
            self._summary.left_out.append((str(self._file.path), reason))
            self._progress(self._file.size)
            return
        self._trusted = self._trusted or owner_of(self._file.path) == found.source.name
        if found.whole:
            self._whole(found)
        else:
            self._lines(found.source)
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
        state = {**starting_state(source, self._file.path), **self._file.state}
        reader = source(self._session(), state)
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
            project = event.project or self._project
            if not self._omission.why_out(event, project, self._folder):
                yield event._replace(project=project)

    def _session(self) -> str:
        """The session of records that name none: files of one name may hold different ones."""
        stem = self._file.path.name.split(".")[0]
        return f"{stem}-{self._file.start_sha256.hex()[:8]}"

    def _whole(self, found: Recognised) -> None:
        """A file that its format splits into conversations, in an order in which it may stop."""
        conversations = enumerate(found.conversations())
        number, conversation = next(conversations, (0, []))
        while True:
            after = next(conversations, None)
            self._conversation(found.source, conversation, number, is_last=after is None)
            if after is None:
                break
            number, conversation = after
        self._progress(self._file.size)

    def _conversation(
        self, source: type[Reader], records: list[dict[str, Any]], number: int, *, is_last: bool
    ) -> None:
        session = self._session()
        reader = source(f"{session}-{number}" if number else session, {})
        self._folder = None
        waiting: list[NewEvent] = []
        for offset, record in enumerate(records):
            waiting += self._events(reader, Line(offset, offset + 1, record))
        waiting += self._usage(reader)
        if getattr(source, "is_copy", False) and self._is_known(waiting, source.name):
            reason = "the session is on the board from its own agent"
            self._summary.left_out.append((str(self._file.path), reason))
            waiting = []
        self._append(waiting, reader, 0, done=is_last)
        self._summary.unknown_lines += reader.unknown

    def _is_known(self, events: list[NewEvent], name: str) -> bool:
        """Whether the session of a copy was taken in from somewhere else."""
        streams = {event.stream for event in events}
        firsts = (next(iter(self._board.read(stream=each)), None) for each in streams)
        return any(first is not None and role(first.actor) != name for first in firsts)

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
        if count:
            pairs = zip(events, payloads, strict=True)
            events = [each._replace(payload=new) for each, new in pairs]
        oldest = reader.waiting()
        resume = offset if oldest is None else min(oldest, offset)
        # A file that was not read to its end must not look so the next time.
        size = self._file.size if done else -1
        state = state_after(reader.state(), self._folder, trusted=self._trusted)
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
        self._summary.note(self._file.path, added)
