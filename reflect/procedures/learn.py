"""Learning procedures: from each session that passed to what three of them have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.events.lesson import LessonRevised, LessonSuperseded
from blackboard.events.payload import new
from blackboard.events.reflection import SessionPassed
from blackboard.views.decisions import is_left_to_people
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, SessionRow
from reflect.critic.process import Review
from reflect.critic.recommendation import Recommendation
from reflect.pipeline.events import Place
from reflect.pipeline.ingest import Ingested, ingest
from reflect.procedures.common import (
    Procedure,
    Way,
    independent,
    overlap,
    procedures,
    way_in,
)
from reflect.procedures.way import way_of
from reflect.procedures.wording import finding, revised

_MOST_WAYS = 60
"""The last sessions that are compared: what a project did long ago is not its way any more."""


@dataclass
class Procedures:
    """The ways of a board's projects, read once, and what they come to as sessions are mined."""

    board: Board
    _ways: dict[str | None, list[Way]] = field(default_factory=dict)

    def learn(
        self, session: SessionRow, events: Sequence[Event], place: Place
    ) -> Iterator[Ingested]:
        """Keep the way of a session, if it passed, and what it now has in common with others.

        Args:
            session: whose calls are read.
            events: the session's, with their authors.
            place: where, and by whom.
        """
        ways = self.ways(place.project)
        passed = way_of(events, session["id"], session["cwd"])
        if passed is None and any(way.session == session["id"] for way in ways):
            passed = SessionPassed(subject=session["id"], first="")
        if passed is None:
            return
        recorded = _recorded(passed, events, place)
        self.board.append([recorded])
        ways.append(Way.of(passed, recorded.occurred_at or 0, recorded.id or ""))
        found = procedures(independent(ways)[-_MOST_WAYS:])
        for each in found:
            if any(way.session == session["id"] for way in each.ways):
                yield from self._keep(each, session["id"], place)
        self.board.append([*_outdone(self._standing(place.project), found, place)])

    def ways(self, project: str | None) -> list[Way]:
        """The ways of a project's sessions, as they were recorded."""
        if project not in self._ways:
            events = self.board.read(types=[SessionPassed.type], project=project)
            kept = (each for each in events if each.payload and (project or not each.project))
            self._ways[project] = list(map(way_in, kept))
        return self._ways[project]

    def _keep(self, procedure: Procedure, session: str, place: Place) -> Iterator[Ingested]:
        """What the session shows of a procedure; when it is new, what all others show, too."""
        name = finding(procedure, procedure.ways[0]).lesson_id(place.project)
        rows = self.board.view("lessons", where={"id": name})
        known = {each for row in rows if row["trust"] != "model" for each in row["sessions"]}
        for way in procedure.ways:
            if way.session == session or way.session not in known:
                yield ingest(self.board, finding(procedure, way), place, unjudged)
        rows = self.board.view("lessons", where={"id": name})
        said = revised(procedure, name)
        self.board.append([each for row in rows for each in _reworded(row, said, place)])

    def _standing(self, project: str | None) -> list[LessonRow]:
        where = {"project": project, "proof": "procedure", "status": ACTIVE_STATUSES}
        return self.board.view("lessons", where=where)


def unjudged(recommendation: Recommendation) -> Review:
    """Structure has proven it, so no critic judges its words; harm is judged as for all."""
    return Review(recommendation)


def _recorded(passed: SessionPassed, events: Sequence[Event], place: Place) -> NewEvent:
    """The event of a way, at its last step; without steps at the session's last event."""
    names = [passed.steps[-1].event_id] if passed.steps else [events[-1].id]
    (last,) = [each for each in events if each.id in names]
    return new(
        passed, project=place.project, actor=place.actor, occurred_at=last.occurred_at,
        causation=last.id, key=passed.id_key() or f"{passed.type}:unchecked:{last.id}",
    )  # fmt: skip


def _reworded(row: LessonRow, said: LessonRevised, place: Place) -> Iterator[NewEvent]:
    """The words of a procedure as more sessions show it, unless a person decided about it."""
    is_same = (row["constraint"], row["symptom"], row["commands"]) == (
        said.constraint, said.symptom, said.commands,
    )  # fmt: skip
    if not (is_same or is_left_to_people(row) or row["author"] or row["signed_by"]):
        yield new(said, project=row["project"], actor=place.actor)


def _outdone(
    rows: Sequence[LessonRow], found: Sequence[Procedure], place: Place
) -> Iterator[NewEvent]:
    """Procedures give way to a better one that has half of their steps, unless a person decided."""
    names = {finding(each, each.ways[0]).lesson_id(place.project) for each in found}
    better = {row["id"]: row["commands"] for row in rows if row["id"] in names}
    for row in rows:
        is_others = bool(row["author"] or row["signed_by"])
        if row["id"] in names or is_others or is_left_to_people(row):
            continue
        by = next((name for name, other in better.items() if overlap(row["commands"], other)), "")
        if by:
            gone = LessonSuperseded(lesson=row["id"], by=by, reason="more sessions took it")
            yield new(gone, project=row["project"], actor=place.actor, key=f"superseded:{by}")
