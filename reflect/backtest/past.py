"""What a board would have known and shown earlier: its lessons as they were, on another board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from blackboard import Board
from blackboard.delivery.limits import limits_at
from blackboard.event import Event, NewEvent
from blackboard.events.session import SessionStarted
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, SessionRow
from reflect.backtest.figures import Telling
from reflect.backtest.steps import Step, steps
from reflect.backtest.taught import Sight, as_first
from reflect.curator.policy import approvals
from reflect.curator.settings import CuratorSettings
from reflect.trajectory import payload_of

ACTOR = "backtest"


class Past:
    """A temporary board that is given what was known, in the order of time.

    What needs no person is approved, as the policy does; what a person decided later is left out.

    Args:
        board: a new board that nothing else uses.
        policy: what needs no person.
        limits: the most lessons and tokens that are shown together.
    """

    def __init__(self, board: Board, policy: CuratorSettings, limits: tuple[int, int]) -> None:
        self._board = board
        self._policy = policy
        self._limits = limits
        self._waiting: list[NewEvent] = []
        self._changed: set[str] = set()
        self._creations: dict[str, Event] = {}
        self.lessons: dict[str, LessonRow] = {}
        self.known_at: dict[str, int] = {}

    def created(self, sights: Sequence[Sight]) -> None:
        """Remember with which words each lesson was recorded, whenever that was."""
        for each in sights:
            if each.event.type == "lesson.created":
                self._creations.setdefault(each.lesson, each.event)

    def know(self, sight: Sight, project: str | None) -> None:
        """A lesson is known from now on, or was seen once more."""
        payload, type_, schema = payload_of(sight.event), sight.event.type, sight.event.schema
        is_first = sight.lesson not in self.known_at
        if is_first and type_ != "lesson.created":
            creation = self._creations.get(sight.lesson)
            if creation is None:
                return  # its creation is forgotten
            payload, type_, schema = as_first(sight, creation), creation.type, creation.schema
        self.known_at.setdefault(sight.lesson, sight.known_at)
        self._changed.add(sight.lesson)
        self._waiting.append(
            NewEvent(type_, f"lesson:{sight.lesson}", payload, schema, project, sight.event.actor,
                     sight.event.occurred_at)
        )  # fmt: skip

    def lived(self, session: SessionRow) -> None:
        """A session took place: sentences that fitted in none of ten are no longer shown."""
        payload = SessionStarted(session=session["id"], agent=session["agent"] or "")
        self._waiting.append(
            NewEvent(payload.type, session["stream"], payload.model_dump(exclude_none=True),
                     payload.version, session["project"], ACTOR, session["started_at"])
        )  # fmt: skip

    def bring_up(self) -> None:
        """Fold what was added since the last time, and approve what needs no person."""
        self._board.append(self._waiting)
        self._waiting = []
        if self._changed:
            names = sorted(self._changed)
            self._changed = set()
            rows = self._board.view("lessons", where={"id": names})
            if self._policy.approval == "policy":
                decisions = approvals(rows, self._policy)
                self._board.record(*(each.payload for each in decisions), actor=ACTOR)
                rows = self._board.view("lessons", where={"id": names}) if decisions else rows
            self.lessons |= {row["id"]: row for row in rows if row["status"] in ACTIVE_STATUSES}

    def shown(self, session: SessionRow, events: Sequence[Event], until: int) -> list[Telling]:
        """What a session would have been shown up to a time, each lesson once.

        What is held back from some sessions, to measure what it is worth, counts as shown.
        """
        found: dict[str, Telling] = {}
        for step in steps(session, events):
            if step.at <= until and step.situation.is_occasion:
                for name in self._shown_at(step):
                    if name in self.lessons:
                        lesson = self.lessons[name]
                        told = Telling(step.at, session["id"], step.situation.step, step.event,
                                       lesson)  # fmt: skip
                        found.setdefault(name, told)
        return list(found.values())

    def _shown_at(self, step: Step) -> list[str]:
        local = self._board.local
        delivery = local.delivery_for(step.situation, limits_at(step.situation.step, *self._limits))
        chosen = (*delivery.items, *delivery.held)
        if chosen:
            self._board.append([
                NewEvent(each.type, each.stream, each.payload, project=each.project, id=each.id)
                for each in delivery.events
            ])  # fmt: skip
            self._board.catch_up()
        return [choice.candidate.id for choice in chosen]


@contextmanager
def empty_board() -> Iterator[Board]:
    """A board in a private temporary folder, which is gone afterwards."""
    with (
        TemporaryDirectory(prefix="lessonboard-backtest-") as folder,
        Board.open(Path(folder) / "board.db") as board,
    ):
        yield board
