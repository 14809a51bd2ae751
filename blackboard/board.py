"""The board: one object to append to, to read from, and to ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from blackboard.delivery.limits import ITEMS, MIN_CONFIDENCE, TOKENS
from blackboard.delivery.result import Delivery
from blackboard.delivery.situation import Situation
from blackboard.errors import BoardError
from blackboard.event import Envelope, Event, NewEvent
from blackboard.log import Log, Progress
from blackboard.own import Own
from blackboard.reading import BoardReader
from blackboard.storage import opening
from blackboard.storage.local import system_clock
from blackboard.views import is_ours
from blackboard.views.view import View

if TYPE_CHECKING:
    from blackboard.events.payload import PayloadModel


class Board(BoardReader):
    """A log of events, and a local file with the views, search and context read off it.

    Mostly both are one SQLite file (`open`); `follow` reads a log that is kept elsewhere.

    >>> board = Board.open(":memory:")
    >>> board.append([NewEvent("note.taken", "notes", {"text": "hello"})])[0].position
    1
    >>> [event.payload for event in board.read()]
    [{'text': 'hello'}]
    """

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        read_only: bool = False,
        timeout: float | None = None,
        clock: Callable[[], int] = system_clock,
        views: Iterable[View] = (),
        events: Iterable[type[PayloadModel]] = (),
    ) -> Board:
        """Open the board at a path, making it if it is not there; ":memory:" is kept nowhere.

        Args:
            path: the file; `~` is the home folder.
            read_only: open for reading, and fail where the file is not there.
            timeout: seconds to wait for other writers; None waits as long as it takes.
            clock: the time in microseconds since 1970.
            views: views of your own, read like those that there are.
            events: models of your own events, which are checked when they are appended.

        Raises:
            CannotOpen: the file is another program's, newer, damaged, or out of reach.
            InvalidView: a view has the name of another, or cannot be one.
            InvalidEvent: a model has the type of another, or cannot be one.
        """
        own, file = Own(views, events), _file_at(path)
        return cls(opening.open_file(file, read_only=read_only, timeout=timeout, clock=clock), own)

    @classmethod
    def follow(
        cls,
        log: Log,
        path: Path | str,
        *,
        timeout: float | None = None,
        projects: Collection[str] | None = None,
        seen: Callable[[int], None] = lambda _position: None,
    ) -> Board:
        """A board whose log is elsewhere, with a local file that follows it.

        Args:
            log: the log, which this board closes.
            path: its copy on this machine.
            timeout: seconds to wait for others who write the copy.
            projects: copy the payloads of these projects alone, and of what belongs to none; of
                the rest envelopes and hashes, so that the chain is still verified.
            seen: called with the position that the copy has come to.

        Raises:
            AnotherLog: the file at that path is no copy of this log, or one for other projects.
            LogUnreachable: the log does not answer, and there is no copy of it yet.
        """
        file = _file_at(path)
        return cls(opening.follow_log(log, file, timeout=timeout, projects=projects, seen=seen))

    def append(
        self, events: Sequence[NewEvent], *, expected_version: int | None = None
    ) -> list[Event]:
        """Check the payloads of known types, then append them without secrets and controls.

        See `Log.append`.
        """
        # The models take 0.1 s to import, and only writers need them.
        from blackboard.events.catalogue import check
        from blackboard.writing import written

        for event in events:
            check(event.type, event.schema, event.payload, self._own.events)
        found = written(events)
        return self.log.append(
            found.events, expected_version=expected_version, payloads=found.payloads
        )

    def record(self, *payloads: PayloadModel, **envelope: Unpack[Envelope]) -> list[Event]:
        """Append what payloads say, each on its own stream; returns the events that are new.

        >>> from blackboard.events.lesson import LessonRejected
        >>> board = Board.open(":memory:")
        >>> [event] = board.record(LessonRejected(lesson="lesson-1"), actor="human")
        >>> event.stream, event.type
        ('lesson:lesson-1', 'lesson.rejected')

        Raises:
            ValueError: there is one key for several payloads.
        """
        from blackboard.events.payload import new  # the models are for writers alone

        if envelope.get("key") and len(payloads) > 1:
            raise ValueError("a key names one event: record the payloads one by one")
        return self.append([new(payload, **envelope) for payload in payloads])

    def transaction(self) -> AbstractContextManager[None]:
        """Read, decide and append as one; see `Log.transaction`."""
        return self.local.transaction()

    def inject(
        self,
        situation: Situation,
        *,
        limit: int = ITEMS,
        budget: int = TOKENS,
        min_confidence: float = MIN_CONFIDENCE,
    ) -> Delivery:
        """The context for a situation of a named session, recorded so that it is not said twice.

        Raises:
            BoardError: the situation names none.
        """
        if situation.session is None:
            raise BoardError("to record what is injected, the situation must name its session")
        self.catch_up()
        with self.transaction():  # two hooks of one session must not say the same
            found = self.context(
                situation, limit=limit, budget=budget, min_confidence=min_confidence
            )
            self.append([NewEvent(each.type, each.stream, each.payload, project=each.project,
                                  id=each.id) for each in found.events])  # fmt: skip
        return found

    def as_of(self, moment: int | str) -> Board:
        """A board that answers as of a position, or of an ISO 8601 time of recording.

        Raises:
            BoardError: the moment is neither, or the board is in memory.
        """
        return Board(self.local.as_of(moment), self._own)

    def remember_reader(self, name: str, position: int) -> None:
        """Remember how far a reader has come, in the transaction of what it appended."""
        self.log.remember_reader(name, position)

    def replay(self, view: str | None = None, progress: Progress | None = None) -> int:
        """Rebuild one view, or all and drop the index of `recall`; returns the position reached."""
        only = self._own.view_named(view) if view else None
        if only is not None and not is_ours(only):
            return self._up_to_date().rebuild_own(only)
        return self.local.rebuild(only, progress)

    def forget(self, *event_ids: str, reason: str, actor: str = "human") -> list[str]:
        """Erase the payloads of events wherever they went; see `Log.forget`."""
        self.catch_up()
        forgotten = self.log.forget(event_ids, reason=reason, actor=actor)
        self.catch_up()
        return forgotten


def _file_at(path: Path | str) -> Path | None:
    return None if str(path) == ":memory:" else Path(path).expanduser()
