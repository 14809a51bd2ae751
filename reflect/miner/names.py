"""Names: a tool was asked for something by a name that it does not know, and then by another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from blackboard.calls import without_tags
from blackboard.event import Event
from blackboard.events.lesson import LessonText
from reflect.finding import Finding
from reflect.invocation import command_of
from reflect.miner.attempt import attempt, calls_of, has_failed, started, worked
from reflect.miner.remedy import Remedy, lesson
from reflect.trajectory import payload_of

WITHIN_CALLS = 10

_UNKNOWN = re.compile(
    r"(?i)\b(?:unknown|no such|not found|invalid|unsupported|does(?: not|n't) exist|unrecognized"
    r"|not (?:a valid|available|supported))\b"
)
_ADVICE = re.compile(
    r"(?:rerun|retry|call|use|run) (?P<tool>\w+) (?:again )?with (?P<field>\w+)=(?P<value>\w+)"
    r"(?P<why>(?: to [\w ]{3,60})?)"
)
_NAME = re.compile(r"[A-Za-z][\w:-]{1,60}")
_OTHERS = frozenset(("edit", "read", "search", "fetch"))
"""Kinds of tools that are asked for files, which are sought elsewhere, or for pages."""


def names(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The names that tools did not know, with what was asked for in their place."""
    calls = calls_of(events)
    for index, call in enumerate(calls):
        payload = payload_of(call)
        if not has_failed(call) or command_of(call) is not None or payload["kind"] in _OTHERS:
            continue
        error = _error(payload.get("output", ""))
        refused = _refused(payload.get("input", {}), error) if error else None
        after = calls[index + 1 : index + 1 + WITHIN_CALLS]
        told = _told(call, after)
        if told is not None:
            yield told
        if error is None or refused is None:
            continue
        finding = _renamed(call, error, refused, after) or _in_shell(
            call, error, refused, after, root
        )
        if finding is not None:
            yield finding


def _error(output: str) -> str | None:
    lines = (line.strip() for line in without_tags(output).splitlines())
    return next((line for line in lines if _UNKNOWN.search(line)), None)


def _refused(given: dict[str, Any], error: str) -> tuple[str, str] | None:
    """The argument whose value the error says is unknown."""
    for field, value in given.items():
        is_name = isinstance(value, str) and _NAME.fullmatch(value)
        if is_name and re.search(rf"(?<![\w:-]){re.escape(value)}(?![\w:-])", error):
            return field, value
    return None


def _told(call: Event, after: Sequence[Event]) -> Finding | None:
    """What the tool said to do, when it was done: another call with one argument set.

    The advice is in the tool's words, which are anybody's: a person is to approve it.
    """
    advice = _ADVICE.search(payload_of(call).get("output", "")[:2_000])
    if advice is None:
        return None
    for later in after:
        payload = payload_of(later)
        given = payload.get("input", {}).get(advice["field"])
        if payload["name"] == advice["tool"] and str(given).lower() == advice["value"].lower():
            constraint = (
                f"Call {advice['tool']} with {advice['field']}={advice['value']}{advice['why']}."
            )
            text = _text(call, advice.group(), constraint, "It was called so.")
            remedy = Remedy(call, advice.group(), later)
            found = remedy.finding(f"told\n{advice['tool']}\n{advice['field']}", text, alone=False)
            return replace(found, trust="imported")
    return None


def _renamed(
    call: Event, error: str, refused: tuple[str, str], after: Sequence[Event]
) -> Finding | None:
    """The same tool, asked by another name."""
    field, old = refused
    tool = payload_of(call)["name"]
    for later in after:
        payload = payload_of(later)
        new = payload.get("input", {}).get(field)
        if payload["name"] != tool or not worked(later) or not isinstance(new, str) or new == old:
            continue
        if _NAME.fullmatch(new) and (old.lower() in new.lower() or new in error):
            constraint = f"Call {tool} with {_words(field)} `{new}`, not `{old}`."
            return _finding(Remedy(call, error, later), refused, constraint, f"`{new}` worked.")
    return None


def _in_shell(
    call: Event, error: str, refused: tuple[str, str], after: Sequence[Event], root: str | None
) -> Finding | None:
    """The same thing, done by a command of that name."""
    field, name = refused
    for later in after:
        tried = attempt(later, root) if started(later, error) else None
        for each in tried.commands if tried else ():
            if name in each.words[1:3]:
                command = " ".join(each.words[: each.words.index(name) + 1])
                constraint = (
                    f"Use `{command}` in the shell to {name}, for there is no {_words(field)}"
                    f" `{name}` here."
                )
                told = f"`{command}` did it."
                return _finding(Remedy(call, error, later), refused, constraint, told)
    return None


def _finding(remedy: Remedy, refused: tuple[str, str], constraint: str, resolution: str) -> Finding:
    field, name = refused
    tool = payload_of(remedy.failed)["name"]
    told = f"{field} `{name}`: {remedy.error[:300]}"
    text = _text(remedy.failed, told, constraint, resolution)
    return remedy.finding(f"name\n{tool}\n{field}\n{name}", text, alone=False)


def _text(call: Event, told: str, constraint: str, resolution: str) -> LessonText:
    tool = payload_of(call)["name"]
    return lesson(
        symptom=f"{tool} fails, {told}",
        cause="The tool was not asked the way that it is set up here.",
        resolution=resolution,
        constraint=constraint,
        severity="low",
        tags=(tool, "name"),
    )


def _words(field: str) -> str:
    """A field's name as words: `subagent_type` is a subagent type."""
    return re.sub(r"[_-]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", field)).lower()
