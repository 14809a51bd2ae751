"""Substitutes: a command that cannot do it here, and another one that did the same soon after."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.event import Event
from blackboard.search.complaint import complaint, is_about_form
from blackboard.search.shell import PROBES
from reflect.finding import Finding
from reflect.invocation import Invocation
from reflect.miner.attempt import (
    attempt,
    blamed,
    calls_of,
    failed_attempts,
    is_temporary,
    looks,
    worked,
)
from reflect.miner.remedy import Remedy, lesson, prefix, short, when
from reflect.trajectory import is_edit, payload_of

WITHIN_CALLS = 5

_LONGEST_OUTPUT = 25
_MISSING = re.compile(
    r"(?i)command not found|not installed|no module named|could not determine executable"
    r"|not recognized|unknown (?:json )?field|deprecated|no longer (?:supported|available)"
    r"|(?:unknown|unrecognized) (?:sub)?command"
)
"""Faults of the program itself: no other way to call it would have done."""

_GENERAL = frozenset(("git", "npm", "sudo", "bash", "sh", "rm", "mkdir", "cp", "mv", "cd", "kill"))


def substitutes(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """What one session did with another command after the first could not."""
    calls = calls_of(events)
    for index, failed in failed_attempts(calls, root):
        output = payload_of(failed.call).get("output", "")
        error = complaint(output)
        if error is None or output.count("\n") > _LONGEST_OUTPUT:
            continue
        failing = blamed(failed, error)
        if failing is None or not _MISSING.search(error) or is_about_form(error):
            continue
        for later in calls[index + 1 : index + 1 + WITHIN_CALLS]:
            other = _other(failing, later, root)
            if other is not None:
                yield _finding(Remedy(failed.call, error[:300], later), failing, other)
            if other is not None or is_edit(later):
                break


def _other(failing: Invocation, call: Event, root: str | None) -> Invocation | None:
    """The command of a later call that did what the failed one was to do."""
    tried = attempt(call, root) if worked(call) else None
    for each in tried.commands if tried else ():
        differs = each.words[:3] != failing.words[:3] and each.words[0] not in _GENERAL
        discriminative = looks(each) and not looks(failing)
        probes = each.program in PROBES or is_temporary(each.words[0])
        akin = each.program == failing.program or _is_named(failing, each)
        shared = akin and _specifics(failing) & _specifics(each)
        if shared and differs and not discriminative and not probes:
            return each
    return None


def _is_named(failing: Invocation, other: Invocation) -> bool:
    """Whether another program goes by the name of the one that is missing."""
    return any(failing.program in word for word in other.words[:3])


def _specifics(command: Invocation) -> set[str]:
    """What a command was about: numbers, files and long names among its arguments."""
    words = " ".join(command.words[2:])
    return {each for each in re.findall(r"[\w.-]+", words) if re.search(r"\d{3}|\w\.\w", each)}


def _shown(command: Invocation) -> str:
    """A command with what it was given, but for numbers and texts."""
    words = [re.sub(r"\d{3,}", "<number>", word) for word in command.words]
    return short(command._replace(words=tuple(words[:2]))) + "".join(
        f" {word}" for word in words[2:5] if not re.search(r"[\s\"'=@$]|^[({]", word)
    )


def _finding(remedy: Remedy, failing: Invocation, other: Invocation) -> Finding:
    before, after = short(failing), _shown(other)
    text = lesson(
        symptom=f"`{before}` fails: {remedy.error}",
        cause=f"`{' '.join(failing.words[:3])}` cannot do this here, whatever its arguments.",
        resolution=f"`{after}` did it.",
        constraint=f"Use `{after}` instead of `{before}`{when(remedy.error)}.",
        tags=(failing.program, "substitute"),
    )
    key = "\n".join(("substitute", *failing.words[:3], ">", *other.words[:2]))
    return remedy.finding(key, text, commands=prefix(failing), alone=False, forms=(before, after))
