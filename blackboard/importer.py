"""Taking transcripts in: each file streamed from where reading stopped, in small transactions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from zstandard import ZstdError

from blackboard.actors import role
from blackboard.agents.reader import Reader
from blackboard.attestation import newly_attested, without_author
from blackboard.board import Board
from blackboard.capturing import decisions
from blackboard.chain import is_time
from blackboard.errors import NotATranscript, is_of_input
from blackboard.event import Event, NewEvent
from blackboard.import_events import Found, Preparing, Ready
from blackboard.import_faults import FileFaults
from blackboard.import_summary import Summary
from blackboard.piecewise import piecewise
from blackboard.redaction import breadth
from blackboard.redaction.breadth import Find, ScanTimeout
from blackboard.redaction.private import hide_all
from blackboard.sources.formats import (
    Beginning,
    Recognised,
    beginning,
    recognise,
    starting_state,
)
from blackboard.sources.lines import Line, open_bytes, read_lines
from blackboard.sources.omission import Excluded, Omission, folder_of
from blackboard.sources.source import name
from blackboard.storage.local import ImportProgress
from blackboard.storage.opencode_database import sessions_since
from blackboard.transcript_files import TranscriptFile, look, name_of, owner_of, state_after

__all__ = ["Summary", "import_files"]

_BATCH = 500
"""Events in a transaction: what a killed import has to read again, at most."""


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
    """Import files one after the other; what cannot be read of them is reported, never fatal.

    Whatever a record or a file holds costs itself alone. What is about the board, such as a full
    disk, ends the import.

    Who wrote what is taken from transcripts in the folders where agents keep them. Of others it is
    unknown who wrote the prompts and the outputs of tools, so that nothing learnt from them is
    approved without a person.

    Args:
        board: where the events go.
        paths: files, as `find` gives them.
        project: the project of sessions that do not say theirs.
        excluded: what the settings leave out; what people decided on the board is obeyed anyway.
        progress: called with the number of bytes that were read since the last call; to end the
            import it raises what is no `Exception`.
        more_secrets: what finds secrets beside our own rules; see `redaction.breadth`.
        trusted: whether the user says that all files are transcripts of their own agents.
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
        except (NotATranscript, ScanTimeout) as error:
            summary.failed.append((name_of(path), getattr(error, "reason", str(error))))
        except Exception as error:
            if not is_of_input(error):
                raise
            summary.failed.append((name_of(path), f"could not be read to its end: {_brief(error)}"))
    return summary


def _brief(error: Exception) -> str:
    """What went wrong, without the text in which: only systems and libraries are quoted."""
    return str(error) if isinstance(error, OSError | EOFError | ZstdError) else type(error).__name__


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
        self._board = board
        self._file = file
        self._summary = summary
        self._project = project
        self._omission = omission
        self._progress = progress
        self._folder: str | None = file.state.get("folder")
        self._omitted: Counter[str] = Counter()
        self._faults = FileFaults()
        self._preparing = Preparing(summary, more_secrets, self._faults.note)
        self._at: int | None = None

    def run(self) -> None:
        """Read what is new and append it, unless it is to be left out."""
        before = self._summary.events
        found = recognise(self._file.path, self._file.state, sessions_since)
        reason = self._why_off(None if found.whole else found.source)
        if reason:
            self._summary.left_out.append((name_of(self._file.path), reason))
            self._progress(self._file.size)
            return
        self._trusted = self._trusted or owner_of(self._file.path) == found.source.name
        if found.whole:
            self._whole(found)
        else:
            self._lines(found.source)
        faults = self._faults.named(self._file.path, by_lines=not found.whole)
        self._summary.faults += [each._replace(file=name_of(self._file.path)) for each in faults]
        self._summary.skipped += self._summary.events == before
        for why, number in self._omitted.items():
            events = f"{number} event" if number == 1 else f"{number} events"
            partly = (name_of(self._file.path), f"{events}: {why}")
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
        waiting: list[Found] = []
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
        self._append([*waiting, *self._usage(reader, offset)], reader, offset, done=True)
        self._summary.unknown_lines += reader.unknown

    def _usage(self, reader: Reader, offset: int) -> Iterator[Found]:
        """The sessions' use of their models, as of the end of the file."""
        for event in reader.usage():
            project = event.project or self._project
            if not self._omission.why_out(event, project, self._folder):
                yield Found(offset, event._replace(project=project))

    def _session(self) -> str:
        """The session of records that name none: files of one name may hold different ones."""
        stem = name(self._file.path.name.split(".")[0], "transcript")
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
        self._folder = self._at = None
        waiting: list[Found] = []
        for offset, record in enumerate(records):
            waiting += self._events(reader, Line(offset, offset + 1, record))
        waiting += self._usage(reader, len(records))
        if getattr(source, "is_copy", False) and self._is_known(waiting, source.name):
            reason = "the session is on the board from its own agent"
            self._summary.left_out.append((name_of(self._file.path), reason))
            waiting = []
        self._append(waiting, reader, 0, done=is_last)
        self._summary.unknown_lines += reader.unknown

    def _is_known(self, found: list[Found], name: str) -> bool:
        """Whether the session of a copy was taken in from somewhere else."""
        streams = {each.event.stream for each in found}
        firsts = (next(iter(self._board.read(stream=each)), None) for each in streams)
        return any(first is not None and role(first.actor) != name for first in firsts)

    def _events(self, reader: Reader, line: Line) -> list[Found]:
        """A line's events; a fault in it costs only that line."""
        if line.record is None:
            self._summary.unknown_lines += 1
            self._faults.note(line.offset, "is no JSON object")
            return []
        try:
            return [Found(line.offset, event) for event in self._read(reader, line, line.record)]
        except Exception as error:
            if not is_of_input(error):
                raise
            self._summary.unknown_lines += 1
            self._faults.note(line.offset, f"could not be read ({type(error).__name__})")
            return []

    def _read(self, reader: Reader, line: Line, record: dict[str, Any]) -> list[NewEvent]:
        """The events of a record, without what is private."""
        record, hidden = hide_all(record) if line.private else (record, 0)
        events = list(reader.read(record, line.offset))
        folder = folder_of(record) or self._folder
        kept = []
        for event in events:
            project = event.project or self._project
            if reason := self._omission.why_out(event, project, folder):
                self._omitted[reason] += 1
                continue
            known = event._replace(project=project, occurred_at=self._time_of(event))
            kept.append(known if self._trusted else without_author(known))
        self._summary.private += bool(hidden)
        self._folder = folder
        return kept

    def _time_of(self, event: NewEvent) -> int:
        """When it happened: where no time is written, that of the event before, or of the file."""
        if event.occurred_at is None:
            return self._file.modified_ns // 1000 if self._at is None else self._at
        if is_time(event.occurred_at):
            self._at = event.occurred_at
        return event.occurred_at

    def _append(self, found: list[Found], reader: Reader, offset: int, *, done: bool) -> None:
        """Append a batch and remember how far reading has come, as one."""
        ready = self._preparing.more(piecewise(self._preparing.ready, found, self._refuse))
        oldest = reader.waiting()
        resume = offset if oldest is None else min(oldest, offset)
        # A file that was not read to its end must not look so the next time.
        size = self._file.size if done else -1
        state = state_after(reader.state(), self._folder, trusted=self._trusted)
        progress = ImportProgress(
            size, self._file.modified_ns, self._file.start_sha256, resume, state
        )
        with self._board.transaction():
            added = piecewise(self._added, ready, self._refuse)
            path = name_of(self._file.path.absolute())
            self._board.local.imports.save(path, progress)
        self._summary.count(added)
        self._summary.note(name_of(self._file.path), added)

    def _added(self, ready: Sequence[Ready]) -> list[Event]:
        """The events that are new to the log, with what is now known of who wrote the others."""
        events = [each.event for each in ready]
        with self._board.transaction():
            added = self._board.log.append(events, payloads=[each.payload for each in ready])
            new_ids = {event.id for event in added}
            known = [event for event in events if event.id not in new_ids]
            self._board.log.append(newly_attested(self._board.log.get, known))
        return added

    def _refuse(self, item: Found | Ready, error: Exception) -> None:
        reason = f"its {item.event.type} event could not be recorded ({type(error).__name__})"
        self._faults.note(item.offset, reason)
