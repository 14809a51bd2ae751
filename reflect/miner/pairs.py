"""Failure-fix pairs: a command that could not run, and soon after the same one run rightly.

Only faults of the invocation count (an unknown option, a missing file, setting or tool): a test
that fails because the code was wrong teaches nothing about how to run the tests. The difference
between the two commands is the lesson, and it must explain the error: something was added and
nothing taken away, or what was taken away is named in the error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from reflect.finding import Finding
from reflect.invocation import Invocation, command_of, invocation
from reflect.miner.change import Change, change, explains
from reflect.miner.complaint import complaint, is_about_form

_LONGEST_QUOTE = 10_000

WITHIN_CALLS = 6
"""A fix that comes later than this was probably for something else."""

_EDITS = frozenset(
    ("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch", "write_file", "replace")
)
_PREPARES = re.compile(
    r"\b(?:install|ci|sync|build|gen|generate|codegen|init|migrate|setup|bootstrap|up|start|trust|restore"
    r"|download|tidy|fetch|pull|login|prepare|compile|clean)\b"
)
_PROBES = frozenset(
    """
    ls cat find which command type test stat file head tail grep rg pwd tree less wc fd
    """.split()
)
_LISTINGS = frozenset((("npm", "run"), ("yarn", "run"), ("pnpm", "run"), ("bun", "run"), ("just",)))
"""Commands that only tell what else could be run."""


class _Run(NamedTuple):
    """A call of a shell tool, as an invocation."""

    call: Event
    invocation: Invocation


def pairs(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The failure-fix pairs of one session."""
    calls = [event for event in events if event.type == "tool.called" and event.payload]
    for index, call in enumerate(calls):
        failed = _run(call, root)
        if failed is None or not (call.payload or {}).get("failed"):
            continue
        error = complaint((call.payload or {}).get("output", ""))
        if error is not None:
            after = _until_edited(calls[index + 1 : index + 1 + WITHIN_CALLS])
            finding = _fixed(failed, error, after, root) or _prepared(failed, error, after, root)
            if finding is not None:
                yield finding


def _run(call: Event, root: str | None) -> _Run | None:
    line = command_of(call)
    invoked = invocation(line, root) if line else None
    if invoked is None or invoked.words[0] in _PROBES or _is_temporary(invoked.words[0]):
        return None
    return _Run(call, invoked)


def _is_temporary(program: str) -> bool:
    return program.startswith(("/tmp/", "/private/tmp/", "/var/"))  # noqa: S108  # compared only


def _until_edited(calls: Sequence[Event]) -> list[Event]:
    """The calls before the first change of a file: what works after it may owe it to that."""
    kept = []
    for call in calls:
        if (call.payload or {}).get("name") in _EDITS:
            break
        kept.append(call)
    return kept


def _fixed(failed: _Run, error: str, after: Sequence[Event], root: str | None) -> Finding | None:
    """The same command, changed, and now it works."""
    for call in after:
        worked = _run(call, root)
        if worked is None or not _succeeded(call) or worked.invocation.words in _LISTINGS:
            continue
        found = change(failed.invocation, worked.invocation)
        if found is not None and explains(found, error):
            return _finding(failed, worked, error, found)
    return None


def _prepared(failed: _Run, error: str, after: Sequence[Event], root: str | None) -> Finding | None:
    """The very same command works once another one has been run."""
    steps: list[_Run] = []
    for call in after:
        run = _run(call, root)
        if run is None or not _succeeded(call):
            continue
        if run.invocation == failed.invocation:
            return _after_step(failed, run, error, steps[-1]) if len(steps) == 1 else None
        if _PREPARES.search(run.invocation.command):
            steps.append(run)
        elif run.invocation.words[0] != "git":
            return None
    return None


def _succeeded(call: Event) -> bool:
    payload = call.payload or {}
    if payload.get("failed") is not False or payload.get("denied"):
        return False
    # A pipe hides the exit code of what is before it.
    return not ("|" in (command_of(call) or "") and moments.error_line(payload.get("output", "")))


def _finding(failed: _Run, worked: _Run, error: str, found: Change) -> Finding:
    before, after = _shown(failed.invocation, worked.invocation)
    if before == after:
        constraint = f"Run `{after}` in {_folder(worked.invocation.folder)}."
        cause = f"It was run in {_folder(failed.invocation.folder)}."
    elif is_about_form(error):
        constraint = f"Run `{after}` when `{before}` complains about formatting."
        cause = "It only reports what is wrong; it changes no file."
    else:
        constraint = f"Use `{after}` instead of `{before}`."
        cause = _cause(found)
    text = _text(before, error, cause, f"`{after}` worked{_place(worked.invocation)}.", constraint)
    key = "\n".join(("pair", before.split()[0], *found.removed, ">", *found.added))
    return _made(key, failed, worked, error, text)


def _shown(failed: Invocation, worked: Invocation) -> tuple[str, str]:
    """The two commands as they are put in a lesson, without the file that both were about.

    Asking for help is not what a command was about either.
    """
    before, after = failed, worked
    while _is_beside_the_point(before, after):
        before = before._replace(words=before.words[:-1])
        after = after._replace(words=after.words[:-1])
    return before.command, after.command


def _is_beside_the_point(before: Invocation, after: Invocation) -> bool:
    last = before.words[-1]
    same = min(len(before.words), len(after.words)) > 2 and last == after.words[-1]
    return same and before.words != after.words and ("/" in last or last == "--help")


def _after_step(failed: _Run, worked: _Run, error: str, step: _Run) -> Finding:
    command, first = failed.invocation.command, step.invocation.command
    text = _text(
        command,
        error,
        f"`{first}` had not been run before it.",
        f"`{command}` worked after `{first}`.",
        f"Run `{first}` before `{command}` when it fails like this.",
    )
    return _made(f"step\n{first}\n{command}", failed, worked, error, text)


def _made(key: str, failed: _Run, worked: _Run, error: str, text: LessonText) -> Finding:
    session = (failed.call.payload or {})["session"]
    line = command_of(worked.call) or ""
    return Finding(
        key=key,
        occasion=(failed.call.payload or {})["call"],
        text=text,
        evidence=(
            Evidence(event_id=failed.call.id, quote=error, session=session),
            Evidence(event_id=worked.call.id, quote=line[:_LONGEST_QUOTE], session=session),
        ),
        trust="tool",
        confidence=0.5,
        occurred_at=worked.call.occurred_at,
        commands=tuple(moments.prefixes(failed.invocation.command)[-1:]),
        signatures=(moments.signature(error),),
    )


def _text(command: str, error: str, cause: str, resolution: str, constraint: str) -> LessonText:
    program = re.sub(r"[^a-z0-9_.-]", "", command.split(maxsplit=1)[0].rsplit("/", 1)[-1].lower())
    return LessonText(
        phase="implement",
        category="tooling",
        severity="medium",
        symptom=f"`{command}` fails: {error}",
        root_cause=cause,
        resolution=resolution,
        constraint=constraint,
        tags=[tag for tag in (program[:64],) if re.fullmatch(r"[a-z0-9][a-z0-9_.-]*", tag)],
    )


def _cause(found: Change) -> str:
    if not found.removed:
        return f"In this project the command needs `{' '.join(found.added)}`."
    if not found.added:
        return f"`{' '.join(found.removed)}` does not work here."
    return f"`{' '.join(found.removed)}` does not work here, `{' '.join(found.added)}` does."


def _folder(folder: str) -> str:
    return "the project's own folder" if folder in ("", ".") else f"`{folder}`"


def _place(worked: Invocation) -> str:
    return f" in {_folder(worked.folder)}" if worked.folder else ""
