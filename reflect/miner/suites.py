"""Suites: a person pasted a failing test after the agent's tests had passed; so others are due."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.delivery.keys import command_keys
from blackboard.event import Event
from blackboard.events.payload import Evidence
from reflect.finding import Finding
from reflect.invocation import Invocation, command_of
from reflect.miner.attempt import attempt, worked
from reflect.miner.remedy import lesson, prefix, short
from reflect.trajectory import payload_of

WITHIN_CALLS = 40
"""How long it takes to mend what failed before the suite is run that shows it."""

_FAILED = re.compile(
    r"(?m)^[ \t]*(?:--- FAIL: |FAILED |\(fail\) |not ok \d+ -? ?|[\u00d7\u2715\u2717] )\S+"
)
_TESTS = re.compile(r"\b(?:tests?|pytest|jest|vitest|check|spec|e2e)\b")


def suites(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The test commands that one session left out, until a person showed that they fail."""
    passed: dict[str, Invocation] = {}
    begin = 0
    for number, shown in _shown(events):
        for call in events[begin:number]:
            if call.type == "tool.called":
                passed |= {_key(each): each for each in _tests(call, root) if worked(call)}
        begin = number
        left_out = _left_out(events[number + 1 :], root, passed) if passed else None
        if left_out:
            yield _finding(events[number], shown, *left_out, passed)


def _shown(events: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """The messages in which a person showed a failing test, which few sessions have."""
    for number, event in enumerate(events):
        payload = event.payload or {}
        if event.type == "message.recorded" and payload.get("role") == "user":
            found = _FAILED.search(payload["text"])
            if found:
                yield number, found.group().strip()


def _tests(call: Event, root: str | None) -> list[Invocation]:
    """The commands of a call that run tests, by what they are called."""
    tried = attempt(call, root) if call.payload else None
    commands = tried.commands if tried else ()
    return [each for each in commands if any(map(_TESTS.search, each.words[:3]))]


def _key(command: Invocation) -> str:
    return (command_keys(command.command, None) or [command.program])[-1]


def _left_out(
    after: Sequence[Event], root: str | None, passed: dict[str, Invocation]
) -> tuple[Event, Invocation] | None:
    """The first test command after the message that had not passed before it."""
    calls = [each for each in after if each.type == "tool.called" and each.payload]
    for call in calls[:WITHIN_CALLS]:
        for each in _tests(call, root):
            key = _key(each)
            if not any(key == known or known.startswith(f"{key} ") for known in passed):
                return call, each
    return None


def _finding(
    message: Event, shown: str, call: Event, command: Invocation, passed: dict[str, Invocation]
) -> Finding:
    plainest = min(passed.values(), key=lambda each: (len(each.words), each.command))
    name, before = short(command), short(plainest)
    text = lesson(
        symptom=f"`{before}` had passed, and a person showed that a test failed: {shown}",
        cause=f"`{before}` does not run what `{name}` runs.",
        resolution=f"`{name}` was run after it was mended.",
        constraint=f"Run `{name}` too before you say that the tests pass; `{before}` is not all.",
        category="testing",
        tags=(command.program, "suite"),
    )
    return Finding(
        key=f"suite\n{_key(command)}",
        occasion=f"{message.occurred_at}:suite",
        text=text,
        evidence=(
            Evidence(event_id=message.id, quote=shown, session=payload_of(message)["session"]),
            Evidence(
                event_id=call.id, quote=command_of(call) or "", session=payload_of(call)["session"]
            ),
        ),
        trust="tool",
        confidence=0.5,
        occurred_at=call.occurred_at,
        commands=prefix(plainest),
    )
