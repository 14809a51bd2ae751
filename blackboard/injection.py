"""From a moment to the text that is put before an agent, and the event that says it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from blackboard.context.moment import Moment
from blackboard.context.render import render, tokens
from blackboard.context.select import MOST, Choice, choose
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.use import ContextInjected
from blackboard.storage.sqlite import recall
from blackboard.storage.sqlite.connection import gate
from blackboard.storage.sqlite.log import SqliteLog


class Context(NamedTuple):
    """What to put before an agent; an empty text when nothing fits well enough."""

    text: str
    choices: list[Choice]

    @property
    def abstained(self) -> bool:
        """Whether there was nothing worth saying."""
        return not self.choices


def context(log: SqliteLog, moment: Moment, *, limit: int, budget: int) -> Context:
    """The few lessons and insights that fit a moment; see `Board.context`."""
    with gate(log.path):
        candidates = recall.candidates(log.connection, moment)
    before = _told_before(log, moment.session)
    fresh = [each for each in candidates if each.row["id"] not in before]
    text, kept = render(choose(fresh, moment, min(limit, MOST)), moment, budget)
    return Context(text, kept)


def told(moment: Moment, session: str, text: str, choices: Sequence[Choice]) -> NewEvent:
    """The event that says what a session was told."""
    payload = ContextInjected(
        session=session,
        text=text,
        items=[choice.candidate.row["id"] for choice in choices],
        tokens=tokens(text),
    )
    return new(payload, stream=_stream(session), project=moment.project)


def _told_before(log: SqliteLog, session: str | None) -> set[str]:
    if session is None:
        return set()
    events = log.read(stream=_stream(session), types=[ContextInjected.type])
    return {item for event in events if event.payload for item in event.payload["items"]}


def _stream(session: str) -> str:
    return f"context:{session}"
