"""Refusals: a command that the person refused again and again, whatever was said with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from blackboard.delivery.keys import command_keys
from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from reflect.finding import Finding
from reflect.invocation import command_of
from reflect.miner.attempt import calls_of
from reflect.trajectory import payload_of

_OFTEN = 2
"""Refusals of one command in a session; once may have been about the moment."""


def refusals(events: Sequence[Event], _root: str | None) -> Iterator[Finding]:
    """The commands that one session was refused more than once."""
    refused: dict[str, list[Event]] = {}
    for call in calls_of(events):
        line = command_of(call) if payload_of(call).get("denied") else None
        for prefix in [key for key in command_keys(line, None) if " " in key][:1] if line else ():
            refused.setdefault(prefix, []).append(call)
    for prefix, calls in refused.items():
        if len(calls) >= _OFTEN:
            yield _finding(prefix, calls)


def _finding(prefix: str, calls: Sequence[Event]) -> Finding:
    last = payload_of(calls[-1])
    return Finding(
        key=f"refused\n{prefix}",
        occasion=last["call"],
        text=LessonText(
            phase="implement",
            category="preferences",
            severity="medium",
            symptom=f"The agent was about to run `{prefix}`, and was refused {len(calls)} times.",
            root_cause="The person wants to decide about it himself.",
            resolution="The command was not run.",
            constraint=f"Ask before you run `{prefix}`.",
            tags=["refused"],
        ),
        evidence=tuple(
            Evidence(
                event_id=each.id, quote=(command_of(each) or "")[:10_000], session=last["session"]
            )
            for each in calls
        ),
        trust="tool",
        confidence=0.6,
        occurred_at=calls[-1].occurred_at,
        commands=(prefix,),
    )
