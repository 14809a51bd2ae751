"""What followed in a session on the lessons that it was shown; pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from blackboard.delivery.keys import command_keys
from blackboard.event import Event
from blackboard.search import moments
from blackboard.views.rows import LessonRow
from reflect.backtest.failures import Failure, failures_in, is_about
from reflect.backtest.figures import Followed, Telling
from reflect.trajectory import payload_of


def followed(told: Iterable[Telling], events: Sequence[Event]) -> Iterator[Telling]:
    """The lessons shown, with what followed them in their session, the call itself included."""
    calls = [event for event in events if event.type == "tool.called"]
    failures = [failure for call in calls for failure in failures_in(call, None)]
    for telling in told:
        yield replace(telling, followed=_followed(telling, calls, failures))


def _followed(telling: Telling, calls: Sequence[Event], failures: Sequence[Failure]) -> Followed:
    lesson, at = telling.lesson, telling.at
    after = (failure for failure in failures if failure.event.occurred_at >= at)
    if any(is_about(lesson, failure, frozenset()) for failure in after):
        return "failure"
    if not (lesson["commands"] or lesson["paths"] or lesson["signatures"]):
        return "not seen"
    later = (call for call in calls if call.occurred_at >= at)
    return "subject" if any(_concerns(lesson, call) for call in later) else "nothing"


def _concerns(lesson: LessonRow, call: Event) -> bool:
    """Whether a call runs one of the lesson's commands, or touches one of its files."""
    payload = payload_of(call)
    line = payload.get("command") or ""
    if not {*moments.prefixes(line), *command_keys(line, None)}.isdisjoint(lesson["commands"]):
        return True
    paths = payload.get("paths", ())
    return any(moments.same_file(one, other) for one in lesson["paths"] for other in paths)
