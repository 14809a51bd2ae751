"""What came after a failed tool call: what was changed, what worked, what a person said.

Pure, from the failure and the events after it in its session. `remedies.py` ranks what came out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from blackboard.calls import Purpose, has_failed, purpose_of, target_of
from blackboard.event import Event
from blackboard.fixes.changes import changed_lines, concerns, may_change
from blackboard.fixes.difference import Difference, differences
from blackboard.fixes.gone import is_gone, is_seen
from blackboard.fixes.kinship import kinship
from blackboard.fixes.lines import How, is_again

WITHIN_EVENTS = 120
"""How far after a failure one looks; what works later was probably for something else."""

_SOON = 6
"""Calls among which another way to the same aim is looked for."""


class Step(NamedTuple):
    """A tool call after the failure: which tool, and what it was about (`calls.target_of`).

    `change` holds lines of an edit, those that have to do with the error.
    """

    kind: Purpose
    tool: str
    text: str
    event: str
    position: int
    in_shell: bool = False
    change: tuple[str, ...] = ()


@dataclass(frozen=True)
class FollowUp:
    """What came after one failure.

    `steps` are the calls before the one that worked that may have changed something, or all such
    where none worked; `differs` is how the call that worked differs from the failed one; `said` is
    what a person wrote meanwhile.
    """

    session: str
    project: str | None
    position: int
    occurred_at: int
    tool: str
    target: str
    error: str
    how: How = ""
    worked: Step | None = None
    steps: tuple[Step, ...] = ()
    differs: tuple[Difference, ...] = ()
    said: str = ""
    came_back: bool = False
    in_shell: bool = False


def follow_up(
    failure: dict[str, Any],
    after: Iterable[Event],
    call: dict[str, Any] | None = None,
) -> FollowUp:
    """What came after a failure.

    Args:
        failure: a row of the view `failures`.
        after: the events of its session that follow it, in order, in the newest version and their
            authors attested; read no further than to the call that worked.
        call: the payload of the failed call, where it is at hand; else nothing `differs`.
    """
    before, last, how = _call_that_worked(failure, call, after)
    worked = _step(last, failure["error"]) if last else None
    return FollowUp(
        session=failure["session"],
        project=failure["project"],
        position=failure["position"],
        occurred_at=failure["occurred_at"],
        tool=failure["tool"],
        target=failure["target"],
        error=failure["error"],
        how=how,
        worked=worked,
        steps=tuple(_steps(before, failure)),
        differs=_differs(call, last.payload, failure["error"]) if last else (),
        said=next(_said(before), ""),
        in_shell=failure["kind"] == "shell",
    )


def seen_again(found: FollowUp, at: Iterable[int]) -> FollowUp:
    """The same, knowing the positions at which its error was seen in that session."""
    worked = found.worked
    return replace(
        found, came_back=worked is not None and any(each > worked.position for each in at)
    )


def _is_later(event: Event, failure: dict[str, Any]) -> bool:
    """Whether an event is none of a call that was made beside the failed one, unaware of it."""
    called_at = (event.payload or {}).get("called_at")
    return called_at is None or called_at >= failure["occurred_at"]


def _call_that_worked(
    failure: dict[str, Any], call: dict[str, Any] | None, after: Iterable[Event]
) -> tuple[list[Event], Event | None, How]:
    """Find the first event that did what the failed call was to do, or showed the error gone.

    Returns the events since the last run that still had the error, the event, and how; the latter
    are None and "" where nothing was seen to work.
    """
    before: list[Event] = []
    idle, calls = True, 0
    for event in after:
        if not _is_later(event, failure):
            continue
        payload = event.payload or {}
        if event.type == "tool.called":
            calls += 1
            how = kinship(failure, call, payload, idle=idle, soon=calls <= _SOON) or _gone(
                failure, call, payload, before
            )
            if how:
                return before, event, how
            if _fails_alike(failure, payload):
                before, idle = [], True
                continue
            idle = idle and not (payload.get("failed") is False and may_change(payload))
        before.append(event)
    return before, None, ""


def _fails_alike(failure: dict[str, Any], payload: dict[str, Any]) -> bool:
    """Whether a call was the failed one again, and its error was still there."""
    is_failed = has_failed(payload) and is_again(failure, payload)
    return is_failed and is_seen(failure["lines"], payload.get("output", ""))


def _gone(
    failure: dict[str, Any],
    call: dict[str, Any] | None,
    payload: dict[str, Any],
    between: Sequence[Event],
) -> How:
    """Whether a run failed of something else, and what was changed has to do with the error."""
    if payload.get("failed") is None or not is_again(failure, payload):
        return ""
    if not is_gone(failure["lines"], call or {}, payload):
        return ""
    surroundings = _differs(call, payload, failure["error"])
    if any(each.name or not each.before for each in surroundings):
        return "gone"  # it was run elsewhere, with something set, or after another command
    text = "\n".join(failure["lines"])
    steps = _steps(between, failure)
    return "gone" if any(concerns(step.text, step.change, text) for step in steps) else ""


def _differs(
    failed: dict[str, Any] | None, worked: dict[str, Any] | None, error: str
) -> tuple[Difference, ...]:
    return differences(failed, worked, error) if failed and worked else ()


def _steps(events: Sequence[Event], failure: dict[str, Any]) -> Iterator[Step]:
    """What may have changed something, and looks at the file that the failure was about."""
    for event in events:
        payload = event.payload or {}
        if event.type == "tool.called" and payload.get("failed") is False:
            is_file = failure["kind"] != "shell" and target_of(payload) == failure["target"]
            if is_file or may_change(payload):
                yield _step(event, failure["error"])


def _step(call: Event, error: str) -> Step:
    payload = call.payload or {}
    return Step(
        kind=purpose_of(payload),
        tool=payload["name"],
        text=target_of(payload),
        event=call.id,
        position=call.position,
        in_shell=payload["kind"] == "shell",
        change=changed_lines(payload, error) if payload["kind"] == "edit" else (),
    )


def _said(events: Sequence[Event]) -> Iterator[str]:
    """What a person wrote, as the records prove it."""
    for event in events:
        payload = event.payload or {}
        if event.type == "message.recorded" and payload.get("said_by") == "human":
            yield payload["text"]
