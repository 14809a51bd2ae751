"""A session as the next agent needs it: its facts, ranked; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from blackboard.event import Event
from blackboard.handoff.fact import SECTIONS, Fact, Handoff
from blackboard.handoff.failures import failures
from blackboard.handoff.files import files
from blackboard.handoff.plans import decided, planned
from blackboard.handoff.repository import repository
from blackboard.handoff.runs import runs, subagents
from blackboard.handoff.said import asked, begun_with, last_words, stopped
from blackboard.handoff.steps import Payload, relative, steps


def handoff(
    session: str,
    events: Iterable[Event],
    folder: str = "",
    unanswered: Sequence[Payload] = (),
    plan: str = "",
) -> Handoff:
    """What the next agent needs of a session.

    Args:
        session: its id.
        events: its events, in order.
        folder: where it began, to which paths are made relative.
        unanswered: the calls with which it stopped, whose results are unknown.
        plan: the plan with which it began, where a person had approved one.
    """
    found = steps(events, folder)
    facts: list[Fact] = [
        *begun_with(found, relative(plan, folder)),
        *asked(found.messages),
        *decided(found.calls),
        *last_words(found.messages),
        *stopped(found, relative(list(unanswered), folder)),
        *planned(found.calls),
        *failures(found.calls),
        *files(found.calls),
        *repository(found.calls),
        *runs(found.calls),
        *subagents(found.calls),
    ]
    facts.sort(key=lambda each: (SECTIONS.index(each.section), each.position))
    return Handoff(session, tuple(facts))
