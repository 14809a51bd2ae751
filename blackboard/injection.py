"""From a moment to the text that is put before an agent, and the event that says it was."""

from __future__ import annotations

from typing import NamedTuple

from blackboard import ids
from blackboard.context.holdout import ONE_IN, withheld
from blackboard.context.moment import Moment
from blackboard.context.render import render, tokens
from blackboard.context.select import MOST, Choice, choose
from blackboard.errors import BoardError
from blackboard.event import NewEvent
from blackboard.log import Log
from blackboard.storage.local import LocalFile


class Context(NamedTuple):
    """What to put before an agent; an empty text when nothing fits well enough.

    `held` is what fitted and was held back from the session, to measure what it is worth.
    """

    text: str
    choices: list[Choice]
    held: list[Choice] = []

    @property
    def abstained(self) -> bool:
        """Whether there was nothing worth saying."""
        return not self.choices


def context(
    local: LocalFile, moment: Moment, *, limit: int, budget: int, one_in: int | None = None
) -> Context:
    """The few lessons and insights that fit a moment; see `Board.context`.

    With `one_in`, a lesson may be held back from one session of so many.
    """
    moment.project = local.names.project_of(moment.project)
    candidates = local.candidates.fitting(moment)
    before = _told_before(local.log, moment.session)
    fresh = [each for each in candidates if each.row["id"] not in before]
    chosen = choose(fresh, moment, min(limit, MOST))
    held, offered = withheld(chosen, moment.session, one_in) if one_in else ([], chosen)
    text, kept = render(offered, moment, budget)
    return Context(text, kept, held)


def inject(
    local: LocalFile, moment: Moment, *, limit: int, budget: int
) -> tuple[Context, list[NewEvent]]:
    """The context for a moment of a session, and the events that say so; see `Board.inject`.

    Raises:
        BoardError: the moment names no session.
    """
    session = moment.session
    if session is None:
        raise BoardError("to record what is injected, the moment must name its session")
    found = context(local, moment, limit=limit, budget=budget, one_in=ONE_IN)
    said = [_held_back(moment, session, each) for each in found.held]
    if not found.abstained:
        said.append(_told(moment, session, found))
    return found, said


def _told(moment: Moment, session: str, found: Context) -> NewEvent:
    """The event that says what a session was told."""
    from blackboard.events.payload import new  # the models are for writers alone
    from blackboard.events.use import ContextInjected

    payload = ContextInjected(
        session=session,
        text=found.text,
        items=[choice.candidate.row["id"] for choice in found.choices],
        tokens=tokens(found.text),
    )
    return new(payload, stream=_stream(session), project=moment.project)


def _held_back(moment: Moment, session: str, choice: Choice) -> NewEvent:
    """The event that says that a lesson was held back from a session; told once."""
    from blackboard.events.payload import new
    from blackboard.events.use import LessonWithheld

    lesson = choice.candidate.row["id"]
    payload = LessonWithheld(lesson=lesson, session=session)
    event = new(payload, stream=_stream(session), project=moment.project)
    return event._replace(id=ids.derived(event.stream, f"lesson.withheld:{lesson}"))


def _told_before(log: Log, session: str | None) -> set[str]:
    if session is None:
        return set()
    events = log.read(stream=_stream(session), types=["context.injected"])
    return {item for event in events if event.payload for item in event.payload["items"]}


def _stream(session: str) -> str:
    return f"context:{session}"
