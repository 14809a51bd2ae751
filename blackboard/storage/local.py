"""The local file: what is read off a log, always kept in SQLite on this machine.

The only module of storage that the rest of the library opens boards by. Where the log is the file
itself, both are one; where the log is elsewhere, the file follows it, and everything that reads
stays the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

from blackboard import patience
from blackboard.delivery.limits import Limits
from blackboard.delivery.result import Delivery
from blackboard.delivery.situation import Situation
from blackboard.event import Event
from blackboard.log import Log, Progress
from blackboard.patience import Enough, never
from blackboard.search.query import Query
from blackboard.search.scope import Scope
from blackboard.storage.followed_log import FollowedLog
from blackboard.storage.ingestion import ingest
from blackboard.storage.sqlite import (
    absent,
    delivered,
    delivery,
    own_views,
    passage_sources,
    past,
    replay,
    sizes,
    trusted,
    undecided,
    view_check,
)
from blackboard.storage.sqlite.beside import boards_beside
from blackboard.storage.sqlite.candidate_reader import CandidateReader
from blackboard.storage.sqlite.carried import fold_late
from blackboard.storage.sqlite.connection import SQLITE, wrap_errors
from blackboard.storage.sqlite.failures import FailureReader, Occurrence, Sighting
from blackboard.storage.sqlite.imports import ImportProgress, ImportRecords
from blackboard.storage.sqlite.log import SqliteLog, system_clock
from blackboard.storage.sqlite.passage_search import PassageSearch
from blackboard.storage.sqlite.project_names import ProjectNames
from blackboard.storage.sqlite.recurrences import Happening, Recurrences, Replayed
from blackboard.storage.sqlite.search import Hit
from blackboard.storage.sqlite.selecting import Described, EventSelection
from blackboard.storage.sqlite.set_aside import SetAside
from blackboard.storage.sqlite.shown import SHOWN_AT, Only, ShownRow
from blackboard.storage.sqlite.similar import Measure, Similar
from blackboard.storage.sqlite.verification import structure_problems
from blackboard.storage.sqlite.view_reader import ViewReader
from blackboard.storage.sqlite.volume import Volume
from blackboard.storage.sqlite.work_items import WorkItems
from blackboard.views.view import View

__all__ = [
    "SHOWN_AT",
    "SQLITE",
    "Described",
    "Happening",
    "Hit",
    "ImportProgress",
    "LocalFile",
    "Measure",
    "Occurrence",
    "Only",
    "PassageSearch",
    "Replayed",
    "SetAside",
    "ShownRow",
    "Sighting",
    "Similar",
    "WorkItems",
    "system_clock",
]  # fmt: skip


class LocalFile:
    """Views, indexes and notes in one file, each concern with a reader of its own.

    Args:
        file: where they are kept, with a copy of the log if it is not the log.
        log: the log that they are read off.
        seen: called with the position that a copy of a log elsewhere has come to.
    """

    def __init__(
        self, file: SqliteLog, log: Log, seen: Callable[[int], None] = lambda _position: None
    ) -> None:
        self._file = file
        self._followed = None if log is file else FollowedLog(file, log, seen)
        #: the log: the file itself, or what it follows
        self.log: Log = self._followed or file
        self._frozen = False
        #: which names belong to one project
        self.names = ProjectNames(file)
        #: rows of views: by key, by filter, by search, by likeness
        self.views = ViewReader(file, self.names)
        #: what failed, by signature and by rare words
        self.failures = FailureReader(file)
        #: lessons and insights that are bound to a file, a command or an error
        self.candidates = CandidateReader(file)
        #: how far transcripts were imported
        self.imports = ImportRecords(file)
        #: which events meet conditions
        self.events = EventSelection(file)
        #: how much text there is, of which sessions and projects
        self.volume = Volume(file)
        #: work items, for those who claim them
        self.work = WorkItems(file)
        #: what came back in later sessions
        self.recurrences = Recurrences(file)

    @property
    def path(self) -> Path | None:
        """Where the file is, and beside it what goes with it; None in memory."""
        return self._file.path

    @property
    def read_only(self) -> bool:
        """Whether it was opened for reading alone."""
        return self._file.read_only

    @property
    def offline(self) -> bool:
        """Whether a log elsewhere did not answer when it was last asked."""
        return self._followed is not None and self._followed.offline

    @property
    def is_copy(self) -> bool:
        """Whether the log is elsewhere, and the file follows it."""
        return self._followed is not None

    @property
    def is_held(self) -> bool:
        """Whether a transaction is under way here."""
        return self._file.transactions.active

    def transaction(self) -> AbstractContextManager[None]:
        """Hold the write lock of log and file; the file commits after the log, never before.

        So the file may lag behind when the machine fails between the two, and is never ahead.
        """
        return self.log.transaction()

    def follow(self, progress: Progress | None = None) -> None:
        """Bring the copy of a log elsewhere in step, as far as that answers."""
        if self._followed and not self._frozen:
            self._followed.follow(progress)

    def receive(self, events: Sequence[Event]) -> None:
        """Take what was appended just now into the copy of a log elsewhere."""
        if self._followed:
            self._followed.receive(events)

    def behind(self) -> int:
        """How many events a log elsewhere has more, as far as is known."""
        return self._followed.behind() if self._followed else 0

    def copied(self) -> int:
        """How many events the file has, whatever the log elsewhere has more."""
        return self._file.head()

    def ingest(self) -> None:
        """Append what hooks left in the outbox, unless a transaction is under way."""
        if self.path is None or self.read_only or self._file.transactions.active:
            return
        if self._followed:
            self._followed.send_outbox()
        else:
            ingest(str(self.path), self.log)

    def catch_up(self) -> None:
        """Bring all views in step with the log."""
        if self._frozen:
            return
        if self.read_only:
            self._freeze()
            return
        self.ingest()
        self.follow()
        replay.catch_up(self._file, patience.for_views())

    def _freeze(self) -> None:
        """Fold the views of a board that may only be read once, whichever thread comes first."""
        with self._file.transactions.thread:
            if not self._frozen:
                replay.catch_up(self._file)
                self._frozen = True

    def unindexed(self) -> int:
        """How many events of the file a search does not reach, because they came just now."""
        return 0 if self.read_only or self._frozen else passage_sources.unindexed(self._file)

    def lag(self) -> int | None:
        """How many events the views are behind the log; None when they await a rebuild."""
        if self._frozen:
            return 0
        behind = replay.lag(self._file)
        return None if behind is None else behind + self.behind()

    def rebuild(self, view: View | None, progress: Progress | None) -> int:
        """Rebuild one view, or all and drop what its users make anew; returns the position reached.

        Those are the index of passages, the table of claims and that of what came back.
        """
        self.follow()
        position = replay.rebuild(self._file, view, progress)
        if view is None:
            passage_sources.drop(self._file)
            self.work.drop()
            self.recurrences.drop()
        return position

    def catch_up_own(self, view: View) -> None:
        """Bring a view that is not the product's in step with the file."""
        own_views.catch_up(self._file, view)

    def rebuild_own(self, view: View) -> int:
        """Rebuild a view that is not the product's; returns the position reached."""
        return own_views.rebuild(self._file, view)

    @property
    def person(self) -> str:
        """Who this board's person is on the team's log that it follows, else empty."""
        return trusted.person(self._file.connection)

    def delivery_for(self, situation: Situation, limits: Limits) -> Delivery:
        """What to show an agent in a situation; nothing is recorded."""
        file = self._file
        with file.reading():
            return delivery.delivery_for(file.connection, file.path, situation, limits, file.head())

    def delivered(self, session: str) -> set[str]:
        """The ids of all that a session was shown and still has in its context."""
        file = self._file
        with file.reading():
            return delivered.delivered_items(file.connection, file.path, session, file.head())

    def undecided(self) -> dict[str, str]:
        """What waits for a person, by id, each with the reason why it is deferred, if it is."""
        with self._file.reading():
            return undecided.undecided(self._file.connection)

    def index(self, progress: Progress | None = None, enough: Enough = never) -> None:
        """Bring the index of passages in step with the file, or as far as is enough."""
        self.follow()
        passage_sources.catch_up(self._file, progress, enough)

    @contextmanager
    def passages(self, scope: Scope, query: Query) -> Iterator[PassageSearch]:
        """A search among passages, whose index is brought up to date first."""
        passage_sources.catch_up(self._file, None, patience.for_passages())
        with self._file.reading():
            sources = passage_sources.sources(self._file)
            yield PassageSearch(self._file.connection, sources, scope, query)

    def as_of(self, moment: int | str) -> LocalFile:
        """The file as it was at a position or an ISO 8601 time of recording, views included.

        Raises:
            BoardError: the moment is neither, or the file is in memory.
        """
        self.follow()
        before = past.open_past(self._file, moment)
        replay.fold_until(before, before.head())
        found = LocalFile(before, before)
        found.views = ViewReader(before, found.names, partial(fold_late, before))
        found._frozen = True
        return found

    def set_aside(self) -> list[SetAside]:
        """The events that the views of the product were folded without, in the order of the log."""
        with self._file.reading():
            return replay.set_aside(self._file.connection)

    def problems(self, *, log: bool = True) -> list[str]:
        """What SQLite finds wrong with the file's structure; without the log in less time."""
        with wrap_errors(self.path):
            return structure_problems(self._file.connection, log=log)

    def view_problems(self, own: Iterable[View], progress: Progress | None = None) -> list[str]:
        """What of views and indexes is not what a fold of the file's log gives.

        Of a file that follows a log also what of its copy was changed.
        """
        copied = self._file.verify().problems if self._followed else []
        return copied or view_check.problems(self._file, own, progress)

    def absent_views(self) -> list[str]:
        """The views that the file keeps of parts that are not active here."""
        with self._file.reading():
            return absent.kept(self._file.connection)

    def sizes(self) -> dict[str, int]:
        """How many bytes of the file are what, the largest first."""
        with self._file.reading():
            return sizes.sizes(self._file.connection)

    def is_rewrite_due(self) -> bool:
        """Whether forgotten text may still be in the file's free pages."""
        from blackboard.storage.sqlite.forgetting import is_rewrite_due  # it knows all views

        with wrap_errors(self.path):
            return is_rewrite_due(self._file.connection)

    def finish_erasing(self) -> bool:
        """Rewrite the file without forgotten text if that is pending; whether nothing is any more.

        Of a big file this takes seconds, so opening it does not; the worker does.
        """
        return self._file.finish_erasing(sys.maxsize)

    def boards_beside(self) -> list[Path]:
        """Other boards in the same folder, such as backups of this one."""
        return [] if self.path is None else list(boards_beside(self.path))

    def close(self) -> None:
        """Close the file, and the log if that is another."""
        self._file.close()
        if self._followed:
            self._followed.close()
