"""The events of a session in the order in which they happened, from every stream that has some."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from blackboard.board import Board
from blackboard.conversation import Child
from blackboard.event import Event
from blackboard.events import streams
from blackboard.views.rows import SessionRow

_JUDGEMENTS = ("lesson.obeyed", "lesson.recurred", "lesson.disputed")


def session_events(board: Board, session: SessionRow) -> Iterator[Event]:
    """What was said and done in a session, what it was shown, and the outcome.

    Args:
        board: where the session is.
        session: its row of the view `sessions`.
    """
    told = board.read(stream=streams.context(session["id"]))
    judged = _judgements(board, session["id"])
    return merged(board.read(stream=session["stream"]), [*told, *judged])


def subagents(board: Board, session: SessionRow) -> list[Child]:
    """The sessions that subagents of a session had, oldest first."""
    ids = board.keys("sessions", f"{session['id']}/")
    rows = board.view("sessions", where={"id": ids}, order="started_at") if ids else []
    return [Child(row["id"], row["started_at"]) for row in rows]


def merged(main: Iterable[Event], beside: Iterable[Event]) -> Iterator[Event]:
    """The events of a stream in their order, with others between them by their time.

    Those that name an event of the stream as their evidence come directly after it.
    """
    proved: dict[str, list[Event]] = {}
    waiting: deque[Event] = deque()
    for event in sorted(beside, key=lambda event: (event.occurred_at, event.position)):
        evidence = _evidence(event)
        (proved.setdefault(evidence, []) if evidence else waiting).append(event)
    for event in main:
        while waiting and waiting[0].occurred_at < event.occurred_at:
            yield waiting.popleft()
        yield event
        yield from proved.pop(event.id, ())
    yield from waiting
    yield from chain.from_iterable(proved.values())


def _evidence(event: Event) -> str:
    """The event that a judgement rests on; empty where it rests on an agent's words."""
    evidence = str((event.payload or {}).get("evidence", ""))
    return "" if " " in evidence else evidence


def _judgements(board: Board, session: str) -> list[Event]:
    """The judgements on lessons in a session, by anyone."""
    lessons = {row["lesson"] for row in board.view("exposures", where={"session": session})}
    return [
        event
        for lesson in sorted(lessons)
        for stream in (streams.lesson(lesson), streams.reports(lesson))
        for event in board.read(stream=stream, types=_JUDGEMENTS)
        if event.payload and event.payload["session"] == session
    ]
