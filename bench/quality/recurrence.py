"""Label rows on a backtest: which later happenings met their lesson, and which tellings were due.

The backtest knows failures by their signatures alone; readers also labelled what no call marks as
failed. A happening counts once a session, and only after the session in which it was first seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bench.quality.guards import Guarded
from bench.quality.label_rows import LabelRow
from bench.quality.verdicts import Verdicts, digest_of
from blackboard.event import Event
from blackboard.views.rows import LessonRow
from reflect.accounts.intervals import Share
from reflect.backtest.figures import Met, Telling


@dataclass(frozen=True)
class Happening:
    """A row that happened again in a later session: with which event, and how it met its lesson."""

    row: LabelRow
    session: str
    event: Event
    met: Met


@dataclass(frozen=True)
class Judged:
    """A telling, and whether some label asks for it."""

    telling: Telling
    due: bool


@dataclass(frozen=True)
class Replayed:
    """What labels say of one replay, or of several."""

    happenings: tuple[Happening, ...] = ()
    tellings: tuple[Judged, ...] = ()
    tokens: int = 0
    seconds: float = 0.0
    guarded: Guarded = field(default_factory=Guarded)

    def __add__(self, other: Replayed) -> Replayed:
        """Both together."""
        return Replayed(
            self.happenings + other.happenings,
            self.tellings + other.tellings,
            self.tokens + other.tokens,
            self.seconds + other.seconds,
            self.guarded + other.guarded,
        )

    def met(self, how: Met, wants: Sequence[str] = ("yes",)) -> Share:
        """The happenings of rows worth so much that met their lesson in this way."""
        chosen = [each for each in self.happenings if each.row.want in wants]
        return Share(sum(each.met == how for each in chosen), len(chosen))

    @property
    def not_due(self) -> Share:
        """The tellings that no label asks for."""
        return Share(sum(not each.due for each in self.tellings), len(self.tellings))


class Matcher:
    """The rows that a lesson says: by verdict, or by its evidence where nobody read it."""

    def __init__(
        self, rows: Sequence[LabelRow], events_of: Mapping[str, set[str]], verdicts: Verdicts,
        repository: str,
    ) -> None:  # fmt: skip
        self._rows = {row.id: row for row in rows}
        self._events_of = events_of
        self._verdicts = verdicts
        self._repository = repository

    def rows(self, lesson: LessonRow) -> set[str]:
        """The ids of the rows."""
        verdict = self._verdicts.get((self._repository, digest_of(lesson["constraint"])))
        if verdict is not None:
            return set(verdict.rows)
        cited = {each["event_id"] for each in lesson["evidence"]}
        return {name for name, events in self._events_of.items() if cited & events}

    def is_due(self, telling: Telling, later: Iterable[Event], due: set[str]) -> bool:
        """Whether one of the rows asks for it there: it happens, its command is run, a prompt is
        labelled with it, or it is for every start.

        Args:
            telling: what was told.
            later: the session's events from then on.
            due: the rows that the prompt is labelled with.
        """
        rows = [self._rows[name] for name in self.rows(telling.lesson) if name in self._rows]
        wanted = [row for row in rows if row.want != "no"]
        if any(row.id in due or _at_start(row, telling) for row in wanted):
            return True
        return any(
            event.id in self._events_of[row.id] or _runs(event, row)
            for event in later
            for row in wanted
        )


def happenings(
    rows: Iterable[LabelRow],
    events_of: Mapping[str, tuple[list[Event], list[Event]]],
    told: Mapping[str, Sequence[Telling]],
    learnt: Mapping[str, int],
    matcher: Matcher,
) -> Iterator[Happening]:
    """The later happenings of rows, and how each met its lesson.

    Args:
        rows: the rows.
        events_of: the first and the later events of each row.
        told: the tellings of each session.
        learnt: when a lesson that says a row was first learnt, by row.
        matcher: which lesson says which row.
    """
    for row in rows:
        first, later = events_of[row.id]
        if row.want == "no" or not first:
            continue
        seen = {_session(min(first, key=lambda event: event.occurred_at))}
        for event in sorted(later, key=lambda event: event.occurred_at):
            session = _session(event)
            if session not in seen:
                seen.add(session)
                tellings = [each for each in told.get(session, ())
                            if row.id in matcher.rows(each.lesson)]  # fmt: skip
                is_known = learnt.get(row.id, event.occurred_at) < event.occurred_at
                yield Happening(row, session, event, _met(event, tellings, is_known=is_known))


def _met(event: Event, tellings: Iterable[Telling], *, is_known: bool) -> Met:
    so_far = [each for each in tellings if each.at <= event.occurred_at]
    if any(each.is_before(event) for each in so_far):
        return "in time"
    if so_far:
        return "beside"
    return "not shown" if is_known else "not learnt"


def _at_start(row: LabelRow, telling: Telling) -> bool:
    return telling.step == "start" and bool(row.tell_when.get("start"))


def _runs(event: Event, row: LabelRow) -> bool:
    command = row.tell_when.get("command")
    line = (event.payload or {}).get("command") or ""
    return bool(command) and command in line


def _session(event: Event) -> str:
    return str((event.payload or {}).get("session", ""))
