"""All that can be asked of a board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from blackboard import projects
from blackboard.delivery.limits import ITEMS, MIN_CONFIDENCE, TOKENS, limits_at
from blackboard.delivery.result import Delivery
from blackboard.delivery.situation import Situation
from blackboard.errors import NotFound, UnknownProject, UnknownView
from blackboard.event import Event
from blackboard.follow import follow as follow_events
from blackboard.log import Log, Progress, Verification
from blackboard.own import Own
from blackboard.patience import Enough, hurried, never, patient
from blackboard.search.query import parse
from blackboard.search.scope import EVERYTHING, Scope
from blackboard.storage.local import (
    SHOWN_AT,
    Hit,
    LocalFile,
    Measure,
    Only,
    SetAside,
    ShownRow,
    Similar,
)
from blackboard.views.rows import After, typed_row, typed_view
from blackboard.views.view import Row, View

if TYPE_CHECKING:
    from blackboard.search.found import Found


class BoardReader:
    """The reads of a `Board`: each brings the views that it needs in step with the log."""

    def __init__(self, local: LocalFile, own: Own | None = None) -> None:
        self.log: Log = local.log
        self.local = local
        self._own = own or Own()

    @property
    def path(self) -> Path | None:
        """The local file, beside which lies what goes with it; None in memory."""
        return self.local.path

    @property
    def read_only(self) -> bool:
        """Whether the board was opened for reading alone."""
        return self.local.read_only

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

        Ends when `until` says so, which is asked after each event and at least every `interval`
        seconds. Where it says so from the beginning, what is on the log by then comes first.
        """
        return follow_events(self.log, after, types=types, until=until, interval=interval)

    @typed_view
    def view(
        self,
        name: str,
        *,
        where: Mapping[str, Any] | None = None,
        order: str | None = None,
        limit: int | None = None,
        after: After | None = None,
    ) -> list[Row]:
        """Rows of a view, up to date with the log.

        With `where` those in which each named column has a value, or one of several; a column
        that ends in `>=` or `<=` is compared so. `order` names a column, after `-` descending; rows
        that are equal in it come by their keys. `after`, the value of that column and the key of
        a row, goes on behind that row: the next page of a list.

        Raises:
            UnknownView: there is no such view.
            UnknownColumn: the view has no such column.
        """
        return self.local.views.select(self._current(name), where, order, limit, after)

    def shown(
        self,
        name: str,
        *,
        where: Mapping[str, Any] | None = None,
        order: str = SHOWN_AT,
        only: Only = "",
        limit: int | None = None,
        after: After | None = None,
    ) -> list[ShownRow]:
        """The keys of lessons or insights with how often and when agents were shown them.

        The conditions are those of `view`; `order` is a column, whose highest value comes first,
        or when it was shown last. `only` leaves those that were never shown, or those that were.
        """
        self._current("exposures")
        return self.local.views.shown(self._current(name), where or {}, order, only, limit, after)

    @typed_row
    def row(self, name: str, key: str) -> Row:
        """One row of a view.

        Raises:
            NotFound: there is none with that key.
        """
        row = self.local.views.row(self._current(name), key)
        if row is None:
            raise NotFound(f"there is no {key!r} among the {name}")
        return row

    def keys(self, name: str, beginning: str = "") -> list[str]:
        """The keys of a view's rows, or of those that begin so."""
        return self.local.views.keys(self._current(name), beginning)

    def values(self, name: str, column: str) -> list[Any]:
        """The distinct values of a view's column.

        Raises:
            UnknownColumn: the view has no such column.
        """
        return self.local.views.distinct(self._current(name), column)

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
        return self.local.views.search(self._current(view), parse(text), where or {}, limit)

    def recall(self, text: str, scope: Scope = EVERYTHING, *, limit: int = 20) -> list[Found]:
        """What was said, done or learnt that fits best, the hits of one session together.

        The words of the text are read as `search` reads them; one without a word finds nothing.
        Of a plug-in's views those are searched whose table the board has: they were read before.

        Of a log that grew by very much the newest is indexed within half a second, and more by the
        next search: see `unindexed`. `catch_up` and `index` before it do all.

        Raises:
            BoardError: the scope names a kind that there is not.
        """
        from blackboard import recall  # which other reads do without

        with hurried():
            local = self._up_to_date()
            return recall.recall(local, text, scope, limit, self._own.searched(local))

    def unindexed(self) -> int:
        """How many events `recall` does not reach yet; 0 unless very many came together."""
        return self.local.unindexed()

    def context(
        self,
        situation: Situation,
        *,
        limit: int = ITEMS,
        budget: int = TOKENS,
        min_confidence: float = MIN_CONFIDENCE,
    ) -> Delivery:
        """The few lessons and insights that fit a situation, or none.

        At most `limit` items, or as many as its step allows, and `budget` tokens; of insights those
        that are sure enough or approved.
        """
        limits = limits_at(situation.step, limit, budget, min_confidence)
        return self._up_to_date().delivery_for(situation, limits)

    @property
    def person(self) -> str:
        """Who you are on a board that is wholly a team's; empty on a board of your own."""
        return self.local.person

    def delivered(self, session: str) -> set[str]:
        """The ids of the lessons and insights a session was shown and still has in its context.

        What was shown before its context was last compacted does not count.
        """
        return self._up_to_date().delivered(session)

    def similar(
        self,
        rule: str,
        *,
        view: str = "lessons",
        threshold: float = 0.8,
        measure: Measure = "jaccard",
    ) -> list[Similar]:
        """The lessons, or insights, that share more than a share of their terms with a rule.

        Whether they say the same or its opposite is another question (`reflect.rules.similarity`).

        Raises:
            UnknownView: there is no such view, or its rows are no rules.
        """
        return self.local.views.similar(self._current(view), rule, threshold, measure)

    def undecided(self) -> dict[str, str]:
        """What waits for a person, by id, each with the reason why it is deferred; "" for none.

        These are lessons and insights; the reasons are `blackboard.storage.sqlite.undecided`'s.
        """
        return self._up_to_date().undecided()

    def projects(self, name: str) -> list[str]:
        """The projects on the board that a name may mean: by name, alias, folder or last part.

        Raises:
            UnknownProject: none is called so.
        """
        try:
            return projects.named(self._up_to_date(), name)
        except UnknownProject:
            if not self.lag():
                raise
        with patient():  # its sessions may be among those that are not folded yet
            return projects.named(self._up_to_date(), name)

    def project(self, name: str | None) -> str | None:
        """The project of one of its names; an unknown name is returned as it is."""
        return self._up_to_date().names.project_of(name)

    def names_of(self, project: str) -> list[str]:
        """All names that events of a project may carry, given any of them."""
        return self._up_to_date().names.names_of(project)

    def catch_up(self) -> None:
        """Bring all views in step with the log; done by every read of a view."""
        self.local.catch_up()

    def index(self, progress: Progress | None = None, enough: Enough = never) -> None:
        """Bring the index of `recall` in step with the log, or as far as is enough.

        `progress` is called with the number of events that are indexed, after each thousand, and
        `enough` is asked whether to leave the rest to the next call.
        """
        self.local.index(progress, enough)

    def lag(self) -> int | None:
        """How many events the views are behind; None when they await a rebuild."""
        return self.local.lag()

    def reader_position(self, name: str) -> int:
        """How far a reader of the log that goes by this name has come."""
        return self.log.reader_position(name)

    def verify(self, progress: Progress | None = None) -> Verification:
        """Check that no event was altered; see `Log.verify`."""
        return self.log.verify(progress)

    def set_aside(self) -> list[SetAside]:
        """The events that views are folded without, since they could not digest them.

        They are tried again when a view is made anew, as by a newer program.
        """
        return self._up_to_date().set_aside()

    def verify_views(self, progress: Progress | None = None) -> list[str]:
        """What of the views and their index, as they are in the file, the log does not say.

        They are compared with a fold of the whole log, as far as they have come.

        Raises:
            BoardBusy: other processes kept on rebuilding them.
            BoardError: the board is in memory.
        """
        return self.local.view_problems(self._own.views(), progress)

    def close(self) -> None:
        """Close log and file."""
        self.local.close()

    def has_view(self, name: str) -> bool:
        """Whether there is a view of that name; those of a part are where the part is active."""
        try:
            self._own.view_named(name)
        except UnknownView:
            return False
        return True

    def _up_to_date(self) -> LocalFile:
        """The local file, brought up to date."""
        self.catch_up()
        return self.local

    def _current(self, name: str) -> View:
        """The view of that name, up to date; UnknownView where there is none."""
        view = self._own.view_named(name)
        self._own.catch_up(self._up_to_date(), view)
        return view

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
