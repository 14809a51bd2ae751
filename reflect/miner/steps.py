"""Steps: the very same command fails, and works once another one has been run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blackboard.event import Event
from blackboard.search import moments
from blackboard.search.complaint import complaint, is_about_form
from blackboard.search.failure import only_sums_up
from reflect.finding import Finding
from reflect.invocation import Invocation
from reflect.miner.attempt import (
    Attempt,
    at_once,
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

WITHIN_CALLS = 10

_PREPARES = re.compile(
    r"\b(?:install|ci|sync|build|gen|generate|codegen|init|migrate|setup|bootstrap|up|start|trust"
    r"|restore|download|tidy|login|prepare|compile|clean|fmt|format|fix|set-url|config|enable)\b"
)
_MOVES_ON = frozenset(
    """
    add commit stash checkout switch reset restore pull fetch rebase merge push branch clean rm mv
    cherry-pick tag worktree am apply
    """.split()
)
"""What git does to the work itself says nothing about the next command."""

_CHECKS = re.compile(r"\b(?:tests?|lint|typecheck|check|vet|tsc|pytest|jest|vitest|clippy)\b(?!:)")
_OF_THE_MOMENT = frozenset("mkdir kill pkill killall touch cp mv git-lock sudo wait exit".split())
_GETS_ROUND = re.compile(
    r"(?i)--no-verify|--force(?:-with-lease)?(?:\s|$)|SKIP\w*=|HUSKY=0|^chmod 777"
)


class _Step(NamedTuple):
    """What was run between the failure and the success."""

    command: Invocation
    call: Event


def steps(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The steps that had to be taken before a command worked, in one session."""
    calls = calls_of(events)
    for index, failed in failed_attempts(calls, root):
        output = payload_of(failed.call).get("output", "")
        error = complaint(output) or moments.error_line(output)
        if error is None or only_sums_up(error) or not failed.commands:
            continue
        failing = blamed(failed, error) or failed.commands[-1]
        if not (looks(failing) or is_temporary(failing.words[0]) or _is_program(failing)):
            after = calls[index + 1 : index + 1 + WITHIN_CALLS]
            finding = _prepared(failed, failing, error, after, root)
            if finding is not None:
                yield finding


def _prepared(
    failed: Attempt, failing: Invocation, error: str, after: Sequence[Event], root: str | None
) -> Finding | None:
    taken: list[_Step] = []
    for call in after:
        if is_edit(call):
            return None
        tried = attempt(call, root)
        if tried is None or not worked(call) or at_once(call, failed.call):
            continue
        for each in tried.commands:
            if _is_again(each, failing):
                return _finding(failed, failing, error, taken)
            if not _changes_nothing(each) and each.words[:3] not in [
                step.command.words[:3] for step in taken
            ]:
                taken.append(_Step(each, call))
    return None


def _is_again(command: Invocation, failing: Invocation) -> bool:
    """Whether a command is the one that failed; the texts that it was given may differ."""
    if command.folder.strip(".") != failing.folder.strip("."):
        return False
    same = command.words == failing.words
    return same or (failing.has_text and short(command) == short(failing))


def _finding(
    failed: Attempt, failing: Invocation, error: str, taken: Sequence[_Step]
) -> Finding | None:
    """The one step that was taken, if it can have been what made the difference."""
    if len(taken) != 1:
        return None
    step = taken[0].command
    output = payload_of(failed.call).get("output", "")
    told = _taught(step, failing, error, output) if can_help(step) else None
    if told is None or not _bears_on(step, output):
        return None
    cause, constraint, key = told
    command = short(failing)
    text = lesson(
        symptom=f"`{command}` fails: {error}",
        cause=cause,
        resolution=f"`{command}` worked after `{short(step)}`.",
        constraint=constraint,
        tags=(failing.program, "step"),
    )
    return Remedy(failed.call, error, taken[0].call).finding(key, text, commands=prefix(failing))


def _taught(
    step: Invocation, failing: Invocation, error: str, output: str
) -> tuple[str, str, str] | None:
    """The cause, what to do about it, and the lesson's key."""
    command, first = short(failing), short(step)
    key = f"step\n{first}\n{command}"
    if step.program == "rm":
        left = _cleared(step, output)
        cause = f"Files that an earlier run left in `{left}` were in its way."
        constraint = f"Delete what is left in `{left}` before `{command}`."
        return (cause, constraint, f"step\nrm {left}\n{command}") if left else None
    if is_about_form(error):
        cause = f"`{command}` only reports what is wrong; it changes no file."
        return cause, f"Run `{first}` when `{command}` complains about formatting.", key
    cause = f"`{first}` had not been run before it."
    return cause, f"Run `{first}` before `{command}`{when(error)}.", key


def _changes_nothing(command: Invocation) -> bool:
    return looks(command) or bool(_CHECKS.search(command.command))


def _is_program(command: Invocation) -> bool:
    """Whether a command is an interpreter with the program that it is to run."""
    return command.has_text and bool(
        re.match(r"python|node|ruby|perl|bash|sh$|deno", command.program)
    )


def can_help(step: Invocation) -> bool:
    """Whether a command can be what another one needed, and not only came between."""
    if step.has_text or is_temporary(step.words[0]) or _GETS_ROUND.search(step.command):
        return False
    if step.program == "git":
        return not _MOVES_ON & set(step.words[1:2])
    return step.program not in _OF_THE_MOMENT


def _bears_on(step: Invocation, output: str) -> bool:
    """Whether a step prepares something, or is about what the failure names."""
    words = [word.strip("\"'").rstrip("/") for word in step.words[1:]]
    return bool(_PREPARES.search(step.command)) or any(
        len(word) > 4 and not word.startswith("-") and word in output for word in words
    )


def _cleared(step: Invocation, output: str) -> str | None:
    """The folder whose leftovers were deleted, when the failure told of them."""
    for word in step.words[1:]:
        path = word.strip("\"'").rstrip("/*")
        if "/" in path and path in output and not path.startswith(("-", "..", "~")):
            folder = path if path.count("/") < 2 or word.endswith("/") else path.rpartition("/")[0]
            return f"{folder.rstrip('/')}/"
    return None
