"""The board: one object to append to, to read from, and to ask."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from blackboard import injection, projects, recall
from blackboard.context.moment import Moment
from blackboard.errors import NotFound
from blackboard.event import Event, NewEvent
from blackboard.follow import follow
from blackboard.injection import Context
from blackboard.log import Progress, Verification
from blackboard.search.found import Found
from blackboard.search.query import parse
from blackboard.search.scope import EVERYTHING, Scope
from blackboard.storage.sqlite import passage_sources, querying, replay, search, similar, tables
from blackboard.storage.sqlite.connection import gate
from blackboard.storage.sqlite.log import SqliteLog, system_clock
from blackboard.storage.sqlite.past import open_past
from blackboard.storage.sqlite.search import Hit
from blackboard.storage.sqlite.similar import Measure, Similar
from blackboard.views import view_named
from blackboard.views.view import Row


class Board:
    """Events in one SQLite file, and the views, search and context read off them.

    >>> board = Board.open(":memory:")
    >>> board.append([NewEvent("note.taken", "notes", {"text": "hello"})])[0].position
    1
    >>> [event.payload for event in board.read()]
    [{'text': 'hello'}]
    """

    def __init__(self, log: SqliteLog) -> None:
        self.log = log
        self._frozen = False

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        read_only: bool = False,
        timeout: float | None = None,
        clock: Callable[[], int] = system_clock,
    ) -> Board:
        """Open the board at a path, making it if it is not there; ":memory:" is kept nowhere.

        Args:
            path: the file; `~` is the home folder.
            read_only: open for reading, and fail where the file is not there.
            timeout: seconds to wait for other writers; None waits as long as it takes.
            clock: the time in microseconds since 1970.

        Raises:
            CannotOpen: the file is another program's, newer, damaged, or out of reach.
        """
        file = None if str(path) == ":memory:" else Path(path).expanduser()
        return cls(SqliteLog(file, read_only=read_only, timeout=timeout, clock=clock))

    def append(
        self, events: Sequence[NewEvent], *, expected_version: int | None = None
    ) -> list[Event]:
        """Check the payloads of known types, take secrets out of all, then append.

        See `Log.append`.
        """
        # The models take 0.1 s to import, and only writers need them.
        from blackboard.events.catalogue import check
        from blackboard.redaction.redact import redact_all

        for event in events:
            check(event.type, event.schema, event.payload)
        clean = [event._replace(payload=redact_all(event.payload).value) for event in events]
        return self.log.append(clean, expected_version=expected_version)

    def transaction(self) -> AbstractContextManager[None]:
        """Read, decide and append as one; see `Log.transaction`."""
        return self.log.transaction()

    def read(
        self,
        after: int = 0,
        *,
        until: int | None = None,
        stream: str | None = None,
        types: Collection[str] | None = None,
        project: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Event]:
        """Events in order, payloads as they were written; see `Log.read`."""
        names = None if project is None else self.names_of(project)
        return self.log.read(
            after, until=until, stream=stream, types=types, projects=names, limit=limit
        )

    def tail(
        self,
        after: int | None = None,
        *,
        types: Collection[str] | None = None,
        until: Callable[[], bool] = lambda: False,
        interval: float = 1.0,
    ) -> Iterator[Event]:
        """Events as they come, from any process; only new ones when `after` is left out.

        Ends when `until` says so, which is asked at least every `interval` seconds.
        """
        return follow(self.log, after, types=types, until=until, interval=interval)

    def view(
        self,
        name: str,
        *,
        where: Mapping[str, Any] | None = None,
        order: str | None = None,
        limit: int | None = None,
    ) -> list[Row]:
        """Rows of a view, up to date with the log; see `tables.select` for the arguments.

        Raises:
            UnknownView: there is no such view.
            UnknownColumn: the view has no such column.
        """
        view = view_named(name)
        self.catch_up()
        with gate(self.log.path):
            where = projects.resolved(self.log, where or {})
            return tables.select(self.log.connection, view, where, order, limit)

    def row(self, name: str, key: str) -> Row:
        """One row of a view.

        Raises:
            NotFound: there is none with that key.
        """
        view = view_named(name)
        self.catch_up()
        with gate(self.log.path):
            row = tables.load(self.log.connection, view, key)
        if row is None:
            raise NotFound(f"there is no {key!r} among the {name}")
        return row

    def keys(self, name: str, beginning: str = "") -> list[str]:
        """The keys of a view's rows, or of those that begin so."""
        view = view_named(name)
        self.catch_up()
        with gate(self.log.path):
            return tables.keys(self.log.connection, view, beginning)

    def values(self, name: str, column: str) -> list[Any]:
        """The distinct values of a view's column.

        Raises:
            UnknownColumn: the view has no such column.
        """
        view = view_named(name)
        self.catch_up()
        with gate(self.log.path):
            return tables.distinct(self.log.connection, view, column)

    def search(
        self,
        text: str,
        *,
        view: str = "lessons",
        where: Mapping[str, Any] | None = None,
        limit: int = 20,
    ) -> list[Hit]:
        """The rows that fit a query best; `where` filters as in `view`, before the limit.

        Words are searched in any form, "quoted words" together, `word*` as a beginning, and
        rows with `-word` are left out. Nothing else in the text has a meaning of its own.
        """
        chosen = view_named(view)
        self.catch_up()
        with gate(self.log.path):
            where = projects.resolved(self.log, where or {})
            return search.search(self.log.connection, chosen, parse(text), where, limit)

    def recall(self, text: str, scope: Scope = EVERYTHING, *, limit: int = 20) -> list[Found]:
        """What was said, done or learnt that fits best, the hits of one session together.

        The words of the text are read as `search` reads them; one without a word finds nothing.

        Raises:
            BoardError: the scope names a kind that there is not.
        """
        self.catch_up()
        return recall.recall(self.log, text, scope, limit)

    def context(self, moment: Moment, *, limit: int = 5, budget: int = 1500) -> Context:
        """The few lessons and insights that fit a moment, or none.

        At most `limit` items (20 at the utmost) and `budget` tokens, a quarter of the bytes.
        """
        self.catch_up()
        return injection.context(self.log, moment, limit=limit, budget=budget)

    def inject(self, moment: Moment, *, limit: int = 5, budget: int = 1500) -> Context:
        """The context for a moment of a session, recorded so that it is not said twice.

        Raises:
            BoardError: the moment names no session.
        """
        self.catch_up()
        with self.transaction():  # two hooks of one session must not say the same
            self.catch_up()
            context, said = injection.inject(self.log, moment, limit=limit, budget=budget)
            self.append(said)
        return context

    def similar(
        self,
        rule: str,
        *,
        view: str = "lessons",
        threshold: float = 0.8,
        measure: Measure = "jaccard",
    ) -> list[Similar]:
        """The lessons, or insights, that share more than a share of their terms with a rule.

        Whether they say the same or its opposite is another question (`reflect.likeness`).

        Raises:
            UnknownView: there is no such view, or its rows are no rules.
        """
        chosen = view_named(view)
        self.catch_up()
        with gate(self.log.path):
            return similar.similar(self.log.connection, chosen, rule, threshold, measure)

    def query_sql(
        self, sql: str, *, seconds: float = 10
    ) -> AbstractContextManager[querying.Answer]:
        """The answer to one SELECT, from views that are up to date; see `querying.answered`."""
        self.catch_up()
        return querying.answered(self.log, sql, seconds)

    def as_of(self, moment: int | str) -> Board:
        """A board that answers as of a position, or of an ISO 8601 time of recording.

        Raises:
            BoardError: the moment is neither, or the board is in memory.
        """
        past = Board(open_past(self.log, moment))
        replay.fold_until(past.log, past.log.head())
        past._frozen = True
        return past

    def projects(self, name: str) -> list[str]:
        """The projects on the board that a name may mean: by name, alias, folder or last part.

        Raises:
            UnknownProject: none is called so.
        """
        self.catch_up()
        return projects.named(self.log, name)

    def project(self, name: str | None) -> str | None:
        """The project of one of its names; a name that nobody knows stands for itself."""
        self.catch_up()
        return projects.project(self.log, name)

    def names_of(self, project: str) -> list[str]:
        """All names that events of a project may carry, given any of them."""
        self.catch_up()
        return projects.names_of(self.log, project)

    def catch_up(self) -> None:
        """Bring all views in step with the log; done by every read of a view."""
        if not self._frozen:
            replay.catch_up(self.log)
            self._frozen = self.log.read_only

    def index(self, progress: Progress | None = None) -> None:
        """Bring the index of `recall` in step with the log; done by every recall."""
        passage_sources.catch_up(self.log, progress)

    def lag(self) -> int | None:
        """How many events the views are behind; None when they await a rebuild."""
        return replay.lag(self.log)

    def reader_position(self, name: str) -> int:
        """How far a reader of the log that goes by this name has come."""
        return replay.reader_position(self.log, name)

    def remember_reader(self, name: str, position: int) -> None:
        """Remember how far a reader has come, in the transaction of what it appended."""
        replay.remember_reader(self.log, name, position)

    def replay(self, view: str | None = None, progress: Progress | None = None) -> int:
        """Rebuild one view, or all and drop the index of `recall`; returns the position reached."""
        position = replay.rebuild(self.log, view_named(view) if view else None, progress)
        if view is None:
            passage_sources.drop(self.log)
        return position

    def verify(self, progress: Progress | None = None) -> Verification:
        """Check that no event was altered; see `Log.verify`."""
        return self.log.verify(progress)

    def forget(self, *event_ids: str, reason: str, actor: str = "human") -> list[str]:
        """Erase the payloads of events wherever they went; see `Log.forget`."""
        self.catch_up()
        forgotten = self.log.forget(event_ids, reason=reason, actor=actor)
        self.catch_up()
        return forgotten

    def close(self) -> None:
        """Close the file."""
        self.log.close()

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
