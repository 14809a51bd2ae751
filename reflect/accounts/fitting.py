"""Whether a sentence that a session was shown at its start fitted what the session did then.

It is not shown again in that session, so the fit is found afterwards: at a prompt at which it would
have been shown, or at a call of its command or file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.delivery.situation import Situation
from blackboard.event import Event, NewEvent
from blackboard.events.payload import new
from blackboard.events.use import LessonFitted
from blackboard.search.file_names import same_file
from blackboard.views.rows import ExposureRow, LessonRow, SessionRow
from reflect.invocation import command_of

_MOST_PROMPTS = 50
"""Prompts of a session that are looked at; each costs a search."""

_AT_ONCE = 20
"""Lessons that one prompt may call up."""


def fitted(
    board: Board, session: SessionRow, exposed: Mapping[str, ExposureRow], actor: str
) -> list[NewEvent]:
    """The first fit of each unconfirmed sentence that a session's start had shown."""
    names = [
        name for name, row in exposed.items()
        if row["moment"] in ("start", "cleared") and row["fitted_at"] is None
    ]  # fmt: skip
    rows = board.view("lessons", where={"id": names}) if names else []
    waiting = {row["id"]: row for row in rows if is_said_once(row)}
    if not waiting:
        return []
    found: dict[str, Event] = {}
    for event in _occasions(board.read(stream=session["stream"])):
        for name in _called_up(board, event, session, list(waiting.values())):
            found.setdefault(name, event)
        if len(found) == len(waiting):
            break
    return [_event(name, event, session, actor) for name, event in found.items()]


def _occasions(events: Iterable[Event]) -> Iterator[Event]:
    """What a person typed, as far as it is looked at, and all calls."""
    prompts = 0
    for event in events:
        if event.type == "tool.called" and event.payload:
            yield event
        elif event.type == "message.recorded" and (event.payload or {}).get("role") == "user":
            prompts += 1
            if prompts <= _MOST_PROMPTS:
                yield event


def _called_up(
    board: Board, event: Event, session: SessionRow, rows: Sequence[LessonRow]
) -> Iterator[str]:
    payload = event.payload or {}
    if event.type == "message.recorded":
        prompt = Situation(prompt=payload["text"], project=session["project"], step="prompt")
        shown = board.context(prompt, limit=_AT_ONCE, budget=_AT_ONCE * 1_000)
        yield from {row["id"] for row in rows} & set(shown.ids)
        return
    paths = tuple(payload.get("paths", ()))
    call = Situation(project=session["project"], paths=paths, command=command_of(event) or "")
    commands = {value for kind, value in call.keys if kind == "command"}
    for row in rows:
        if commands & {*row["commands"]} or any(
            same_file(known, path) for known in row["paths"] for path in paths
        ):
            yield row["id"]


def _event(lesson: str, event: Event, session: SessionRow, actor: str) -> NewEvent:
    payload = LessonFitted(lesson=lesson, session=session["id"], evidence=event.id)
    return new(
        payload, project=session["project"], actor=actor, occurred_at=event.occurred_at,
        key=f"{payload.type}:{session['id']}",
    )  # fmt: skip
