"""A recorded session as the steps at which an agent's hooks would have asked what to show; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blackboard.delivery.situation import Situation
from blackboard.event import Event
from blackboard.views.rows import SessionRow
from reflect.trajectory import payload_of


class Step(NamedTuple):
    """A moment of a session: what hooks would have known, and the event that it belongs to."""

    at: int
    session: SessionRow
    event: Event
    situation: Situation


def steps(session: SessionRow, events: Sequence[Event]) -> list[Step]:
    """The steps of a session in time order.

    A denied call is followed by the human's reason as a message of the same time, for which no
    hook is called.
    """
    denied = {each.occurred_at for each in events if payload_of(each).get("denied")}
    found: list[Step] = []
    if events:
        start = _situation(session, "start")
        found.append(Step(session["started_at"], session, events[0], start))
    for event in events:
        if event.type == "tool.called":
            found += _after(session, event)
        elif _is_prompt(event) and event.occurred_at not in denied:
            asked = _situation(session, "prompt", prompt=payload_of(event)["text"])
            found.append(Step(event.occurred_at, session, event, asked))
    return sorted(found, key=lambda step: step.at)


def _after(session: SessionRow, call: Event) -> Iterator[Step]:
    """The end of a call; before it a hook asks or refuses, and reminds of nothing."""
    payload = payload_of(call)
    if not payload.get("denied"):
        ended = _situation(
            session,
            "failed" if payload.get("failed") else "after",
            command=payload.get("command") or "",
            paths=tuple(payload.get("paths", ())),
            error=payload.get("output", ""),
        )
        yield Step(call.occurred_at, session, call, ended)


def _is_prompt(event: Event) -> bool:
    return event.type == "message.recorded" and payload_of(event).get("role") == "user"


def _situation(
    session: SessionRow,
    step: str,
    *,
    prompt: str = "",
    command: str = "",
    paths: tuple[str, ...] = (),
    error: str = "",
) -> Situation:
    return Situation(
        prompt=prompt,
        project=session["project"] or "",
        paths=paths,
        command=command,
        error=error,
        session=session["id"],
        step=step,
    )
