"""Alone: what fails with a lock when it is run twice at once, and works by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.event import Event
from blackboard.search.hints import hinted_lines
from reflect.finding import Finding
from reflect.invocation import Invocation
from reflect.miner.attempt import (
    Attempt,
    at_once,
    attempt,
    blamed,
    calls_of,
    failed_attempts,
    worked,
)
from reflect.miner.remedy import Remedy, lesson
from reflect.trajectory import payload_of

WITHIN_CALLS = 8

_LOCKED = re.compile(
    r"""(?ix) \b(?:is|are)\ (?:currently\ )?locked\b | SQLITE_BUSY
    | (?:file|resource|device|port)\b.{0,30}\bbusy | another\ .{1,30}\ is\ running
    | (?:could\ not|unable\ to|failed\ to)\ (?:acquire|obtain|get)\ .{0,30}\block\b"""
)
_LOCK_HINTS = ("lock", "busy", "is running")
"""One of these is in whatever `_LOCKED` finds."""


def alone(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The commands of one session that cannot be run beside each other."""
    calls = calls_of(events)
    for index, failed in failed_attempts(calls, root):
        lines = hinted_lines(payload_of(failed.call).get("output", ""), _LOCK_HINTS)
        error = next((line.strip() for line in lines if _LOCKED.search(line)), None)
        if error is None:
            continue
        failing = blamed(failed, error) or next(iter(failed.commands), None)
        around = [*calls[max(0, index - 4) : index], *calls[index + 1 : index + 5]]
        if failing is not None and any(_is_beside(each, failed, failing, root) for each in around):
            again = _again(failing, calls[index + 1 : index + 1 + WITHIN_CALLS], failed, root)
            if again is not None:
                yield _finding(Remedy(failed.call, error[:300], again), failing)


def _is_beside(call: Event, failed: Attempt, failing: Invocation, root: str | None) -> bool:
    """Whether the same program was run by a call that was made together with the failed one."""
    tried = attempt(call, root) if at_once(call, failed.call) else None
    return tried is not None and any(
        each.invocation.words[:2] == failing.words[:2] for each in tried.pieces
    )


def _again(
    failing: Invocation, after: Sequence[Event], failed: Attempt, root: str | None
) -> Event | None:
    """The call in which the very same command worked by itself."""
    for call in after:
        tried = attempt(call, root) if worked(call) and not at_once(call, failed.call) else None
        if tried is not None and any(
            each.invocation.words == failing.words for each in tried.pieces
        ):
            return call
    return None


def _finding(remedy: Remedy, failing: Invocation) -> Finding:
    name = (
        " ".join(failing.words[:2])
        if failing.words[1:2] and failing.words[1].isalpha()
        else failing.program
    )
    text = lesson(
        symptom=f"`{name}` fails: {remedy.error}",
        cause=f"Another `{name}` was run at the same time.",
        resolution=f"`{name}` worked when it was run alone.",
        constraint=f"Run `{name}` commands one after another, never in parallel.",
        tags=(failing.program, "alone"),
    )
    return remedy.finding(f"alone\n{name}", text, commands=(name,))
