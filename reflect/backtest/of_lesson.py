"""What one lesson would have done in the sessions after it was learnt: shown when, and for what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.events.lesson import LessonApproved
from blackboard.events.upcast import latest
from blackboard.views.rows import LessonRow, SessionRow
from reflect.backtest.failures import Failure, failures_in, is_about
from reflect.backtest.figures import Followed, Met, Telling
from reflect.backtest.followed import followed
from reflect.backtest.past import ACTOR, empty_board
from reflect.backtest.steps import Step, steps

MOST_SESSIONS = 30
"""Sessions that are replayed: those in which its failure happened first, then the latest."""

_MOST_STEPS = 1_500
"""Steps of a session that are replayed."""

_MADE_OF = ("lesson.created", "lesson.revised", "lesson.deduplicated", "lesson.promoted")


class Occasion(NamedTuple):
    """A session after the lesson was learnt: whether it would have been shown, and whether in time.

    `step` and `at` say where it would have been shown first; `error` is its failure in that
    session, and `met` how that would have met it; empty where it did not come.
    """

    session: str
    title: str
    started_at: int
    at: int | None
    step: str
    position: int | None
    followed: Followed | None
    error: str
    met: Met | None


class LessonBacktest(NamedTuple):
    """The sessions in which a lesson would have been shown or its failure came back.

    `sessions` counts all that were replayed, of so many `later` ones that there are.
    """

    sessions: int
    later: int
    occasions: tuple[Occasion, ...]

    @property
    def told(self) -> int:
        """The number of sessions in which it would have been shown."""
        return sum(each.at is not None for each in self.occasions)

    @property
    def came_back(self) -> int:
        """In how many sessions its failure came back."""
        return sum(each.met is not None for each in self.occasions)

    @property
    def in_time(self) -> int:
        """The number of these in which it would have been shown before the failing call."""
        return sum(each.met == "in time" for each in self.occasions)


def backtest_of(board: Board, row: LessonRow, most: int = MOST_SESSIONS) -> LessonBacktest:
    """Replay the sessions after a lesson was learnt, as if it alone had been approved then.

    The board is only read; what would be shown is decided by the product's own delivery.
    """
    later = _later(board, row)
    chosen = _chosen(board, row, later, most)
    with empty_board() as alone:
        _take_over(board, alone, row)
        found = [occasion(board, alone, row, session) for session in chosen]
    return in_all(found, len(later))


def in_all(found: Sequence[Occasion], later: int) -> LessonBacktest:
    """The sessions of those replayed in which it would have been shown or its failure came back."""
    told = tuple(each for each in found if each.at is not None or each.met is not None)
    return LessonBacktest(len(found), later, told)


def _later(board: Board, row: LessonRow) -> list[SessionRow]:
    """The sessions where the lesson holds, since the first one that showed it, latest first."""
    where: dict[str, Any] = {"child": 0, "started_at>=": row["created_at"]}
    if row["scope"] != "global":
        where["project"] = row["project"]
    rows = board.view("sessions", where=where, order="-started_at")
    shown = set(row["sessions"][:1])
    return [session for session in rows if session["id"] not in shown]


def _chosen(
    board: Board, row: LessonRow, later: Sequence[SessionRow], most: int
) -> list[SessionRow]:
    failed: set[str] = set()
    if row["signatures"]:
        failures = board.view("failures", where={"signature": row["signatures"]}, limit=1_000)
        failed = {each["session"] for each in failures}
    first = [session for session in later if session["id"] in failed]
    rest = [session for session in later if session["id"] not in failed]
    some = [*first, *rest][:most]
    return sorted(some, key=lambda session: -session["started_at"])


def _take_over(board: Board, alone: Board, row: LessonRow) -> None:
    """Put the lesson on a board of its own, approved."""
    events = board.read(stream=f"lesson:{row['id']}", types=_MADE_OF)
    alone.append([
        NewEvent(each.type, each.stream, each.payload, each.schema, row["project"], each.actor,
                 each.occurred_at, each.id)
        for each in events if each.payload is not None
    ])  # fmt: skip
    alone.record(LessonApproved(lesson=row["id"], by="human", reason="backtest"), actor=ACTOR)


def occasion(
    board: Board,
    alone: Board,
    row: LessonRow,
    session: SessionRow,
    may_fit: Callable[[Step], bool] = lambda _step: True,
) -> Occasion:
    """What a lesson would have done in one session.

    Args:
        board: the board with the session.
        alone: a board that holds the lesson alone, approved.
        row: the lesson.
        session: the session.
        may_fit: whether it may be shown at a step at all; the others need not be asked about.
    """
    events = list(latest(board.read(stream=session["stream"])))
    some = (step for step in steps(session, events)[:_MOST_STEPS] if may_fit(step))
    telling = _first_telling(alone, row, some)
    failure = next(_failures(row, session, events), None)
    (outcome,) = list(followed([telling], events)) if telling else [None]
    return Occasion(
        session=session["id"],
        title=session["title"],
        started_at=session["started_at"],
        at=telling.at if telling else None,
        step=telling.step if telling else "",
        position=telling.event.position if telling else None,
        followed=outcome.followed if outcome else None,
        error=failure.error if failure else "",
        met=_met(failure, telling) if failure else None,
    )


def _first_telling(alone: Board, row: LessonRow, some: Iterable[Step]) -> Telling | None:
    """Where it would be shown first; a lesson is shown once in a session."""
    for step in some:
        if not step.situation.is_occasion:
            continue
        delivery = alone.context(step.situation)
        names = [choice.candidate.id for choice in (*delivery.items, *delivery.held)]
        if row["id"] in names:
            return Telling(step.at, step.session["id"], step.situation.step, step.event, row)
    return None


def _failures(row: LessonRow, session: SessionRow, events: Sequence[Event]) -> Iterator[Failure]:
    for event in events:
        if event.type == "tool.called":
            for failure in failures_in(event, session["project"]):
                if is_about(row, failure, frozenset()):
                    yield failure


def _met(failure: Failure, telling: Telling | None) -> Met:
    if telling is None:
        return "not shown"
    return "in time" if telling.is_before(failure.event) else "beside"
