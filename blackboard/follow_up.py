"""What came after a failed tool call: what was done, what worked, what the human said.

Pure, from the failure and the events after it in its session. `remedies.py` ranks what came out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from blackboard.calls import (
    Purpose,
    edits_files,
    has_failed,
    purpose_of,
    shell_line,
    target_of,
)
from blackboard.event import Event
from blackboard.events.upcast import latest
from blackboard.search.forms import commands, is_form, name

WITHIN_EVENTS = 60
"""How far after a failure one looks; what works later was probably for something else."""

How = Literal["same", "other", ""]
"""The same call passed later, another form of it did, or nothing was seen to work."""


class Step(NamedTuple):
    """A tool call after the failure: which tool, and what it was about (`calls.target_of`)."""

    kind: Purpose
    tool: str
    text: str
    event: str
    position: int
    in_shell: bool = False


@dataclass(frozen=True)
class FollowUp:
    """What came after one failure.

    `steps` are the edits and commands before the call that worked, or all that was done where
    none did; `said` is what the human wrote meanwhile.
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
    said: str = ""
    came_back: bool = False
    in_shell: bool = False


def follow_up(failure: dict[str, Any], after: Sequence[Event], again: Iterable[int]) -> FollowUp:
    """What came after a failure.

    Args:
        failure: a row of the view `failures`.
        after: the events of its session that follow it, in order.
        again: the positions at which the same error was seen later in this session.
    """
    later = [event for event in latest(after) if _is_later(event, failure)]
    number, how = _call_that_worked(failure, later)
    worked = _step(later[number]) if how else None
    before = later[:number]
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
        steps=tuple(_steps(before, failure["target"])),
        said=next(_said(before), ""),
        came_back=worked is not None and any(each > worked.position for each in again),
        in_shell=failure["kind"] == "shell",
    )


def _is_later(event: Event, failure: dict[str, Any]) -> bool:
    """Whether an event is none of a call that was made beside the failed one, unaware of it."""
    called_at = (event.payload or {}).get("called_at")
    return called_at is None or called_at >= failure["occurred_at"]


def _call_that_worked(failure: dict[str, Any], after: Sequence[Event]) -> tuple[int, How]:
    """The number of the first event that did what the failed call was to do, or of the end."""
    idle = True
    for number, event in enumerate(after):
        payload = event.payload or {}
        if event.type != "tool.called" or not _passed(payload):
            continue
        how = _kinship(failure, payload, idle=idle)
        if how:
            return number, how
        idle = idle and purpose_of(payload) not in ("command", "edit")
    return len(after), ""


_ASKS = frozenset(("--help", "-h", "--version"))


def _passed(payload: dict[str, Any]) -> bool:
    """Whether a call surely did what it was to do; a pipe hides the exit code before it."""
    if payload.get("failed") is not False or payload.get("denied") or has_failed(payload):
        return False
    if "|" not in (shell_line(payload) or ""):
        return True
    from blackboard.search.moments import error_line  # its patterns take a while to compile

    return error_line(payload.get("output", "")) is None


def _kinship(failure: dict[str, Any], payload: dict[str, Any], *, idle: bool) -> How:
    """Whether a call is the failed one again, or another form of it.

    Where nothing was done in between, what differs in the line must have made it work.
    """
    if payload.get("name") != failure["tool"]:
        return ""
    target, failed = target_of(payload), failure["target"]
    if target.split() == failed.split():
        return "same"
    if shell_line(payload) is None:
        same_name = name(target) == name(failed)
        return "other" if same_name or _is_named(failed, target, payload) else ""
    if _ASKS.intersection(target.split()):
        return ""  # to read about a command is no remedy
    if commands(target) and commands(target) == commands(failed):
        return "other" if idle else "same"
    return "other" if is_form(failed, target, failure["error"]) else ""


def _is_named(failed: str, target: str, payload: dict[str, Any]) -> bool:
    """Whether a tool was asked for a thing by a longer or shorter name, such as of a skill."""
    names = sorted((failed, target), key=len)
    return bool(names[0]) and names[0] in names[1] and not edits_files(payload)


def _steps(events: Sequence[Event], failed_target: str) -> Iterator[Step]:
    """The edits and commands that succeeded, and looks at the file that the failure was about."""
    for event in events:
        payload = event.payload or {}
        if event.type == "tool.called" and payload.get("failed") is False:
            step = _step(event)
            if step.kind in ("edit", "command") or step.text == failed_target:
                yield step


def _step(call: Event) -> Step:
    payload = call.payload or {}
    return Step(
        kind=purpose_of(payload),
        tool=payload["name"],
        text=target_of(payload),
        event=call.id,
        position=call.position,
        in_shell=payload["kind"] == "shell",
    )


def _said(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        payload = event.payload or {}
        if event.type == "message.recorded" and payload.get("role") == "user":
            yield payload["text"]
