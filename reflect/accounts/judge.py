"""Judge sessions: append what each did with the lessons that concern it.

A lesson concerns a session if it was shown or withheld there, if its error occurs there, or if the
session ran its commands. Event ids derive from lesson and session, so judging a session again after
it grew adds only what is new.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.use import LessonObeyed, LessonRecurred
from blackboard.views.exposures import since
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import ExposureRow, SessionRow
from reflect.accounts.fitting import fitted
from reflect.accounts.measure import measure
from reflect.accounts.outcomes import Act, Watched, acts, outcome, watched, watched_insight

ACTOR = "judge"
READER = "judge"
"""The reader name under which the board stores how far sessions were judged."""


class Index:
    """The lessons that may concern a project's sessions, indexed by errors and programs."""

    def __init__(self, lessons: Iterable[Watched]) -> None:
        self._by_sign: dict[tuple[str, str], list[Watched]] = defaultdict(list)
        for lesson in lessons:
            for error in lesson.signatures:
                self._by_sign["error", error].append(lesson)
            for program in lesson.programs:
                self._by_sign["program", program].append(lesson)

    def concerned(self, done: Sequence[Act]) -> dict[str, Watched]:
        """The lessons that share an error or a program with a session."""
        signs = {("error", error) for act in done for error in act.errors}
        signs |= {("program", use.program) for act in done for use in act.uses}
        found = (lesson for sign in signs for lesson in self._by_sign.get(sign, ()))
        return {lesson.lesson: lesson for lesson in found}


def judge(board: Board) -> Counter[str]:
    """Judge the sessions with events since the last call, and count the events by type.

    The lessons that they concern are compared anew; what that shows is an event when it changes.
    """
    counts: Counter[str] = Counter()
    position, head = board.reader_position(READER), board.log.head()
    if position == head:
        return counts
    indexes: dict[str | None, Index] = {}
    compared: set[str] = set()
    for session in board.view("sessions", where={"position>=": position + 1}, order="started_at"):
        if not session["child"]:
            project = session["project"]
            indexes[project] = indexes.get(project) or _index(board, project)
            exposed = {row["lesson"]: row for row in _exposures(board, session["id"])}
            outcomes = _outcome_events(board, session, exposed, indexes[project])
            outcomes += fitted(board, session, exposed, ACTOR)
            counts.update(event.type for event in board.append(outcomes))
            compared.update(name for name, row in exposed.items() if row["one_in"])
    counts.update(event.type for event in measure(board, compared, ACTOR))
    with board.transaction():
        board.remember_reader(READER, head)
    return counts


def _index(board: Board, project: str | None) -> Index:
    """The active lessons and insights of a project, and the global ones."""
    found: dict[str, Watched] = {}
    for where in ({"project": project}, {"scope": "global"}):
        offered: dict[str, Any] = {**where, "status": ACTIVE_STATUSES}
        found |= {row["id"]: watched(row) for row in board.view("lessons", where=offered)}
        found |= {row["id"]: watched_insight(row) for row in board.view("insights", where=offered)}
    return Index(found.values())


def _outcome_events(
    board: Board, session: SessionRow, exposed: Mapping[str, ExposureRow], index: Index
) -> list[NewEvent]:
    """The outcomes of one session."""
    calls = board.read(stream=session["stream"], types=["tool.called"])
    done = acts(calls, session["cwd"])
    concerned = index.concerned(done) | _shown(board, list(exposed))
    return [
        event
        for name, lesson in sorted(concerned.items())
        for event in _events(lesson, session, exposed.get(name), done)
    ]


def _shown(board: Board, names: list[str]) -> dict[str, Watched]:
    if not names:
        return {}
    where = {"id": names}
    insights = map(watched_insight, board.view("insights", where=where))
    found = [*map(watched, board.view("lessons", where=where)), *insights]
    return {each.lesson: each for each in found}


def _exposures(board: Board, session: str) -> list[ExposureRow]:
    rows = board.view("exposures", where={"session": session})
    return [row for row in rows if since(row) is not None]


def _events(
    lesson: Watched, session: SessionRow, exposure: ExposureRow | None, done: Sequence[Act]
) -> Iterator[NewEvent]:
    exposed_at = since(exposure) if exposure else None
    if exposed_at is None and lesson.created_at >= session["started_at"]:
        return  # learnt in this session or later
    injected = exposure is not None and exposure["injected_at"] is not None
    found = outcome(lesson, done, exposed_at or session["started_at"] - 1)
    for sign, model in ((found.recurred, LessonRecurred), (found.obeyed, LessonObeyed)):
        if sign is not None:
            name, evidence = session["id"], sign.call.id
            payload = model(
                lesson=lesson.lesson, session=name, injected=injected, evidence=evidence
            )
            yield _event(payload, session, sign.at, is_exposed=exposed_at is not None)


def _event(
    payload: LessonRecurred | LessonObeyed, session: SessionRow, at: int, *, is_exposed: bool
) -> NewEvent:
    """An event per session, at most one from before the lesson was shown and one from after."""
    when = "exposed" if is_exposed else "before"
    return new(
        payload,
        project=session["project"],
        actor=ACTOR,
        occurred_at=at,
        key=f"{payload.type}:{session['id']}:{when}",
    )
