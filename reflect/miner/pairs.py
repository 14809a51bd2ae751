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

from rapidfuzz.distance import Indel

from blackboard.event import Event
from blackboard.events.lesson import LessonText
from blackboard.events.payload import Evidence
from blackboard.search import moments
from reflect.miner.finding import Finding
from reflect.miner.invocation import Invocation, command_of, invocation

WITHIN_CALLS = 6
"""A fix that comes later than this was probably for something else."""

_MISUSED = re.compile(
    r"""(?ix) command\ not\ found | not\ found:\ \S+ | no\ such\ file\ or\ directory
    | (?:unknown|unrecognized|unrecognised|invalid|illegal|unexpected|unsupported|bad)\ (?:\w+\ )?
      (?:option|flag|argument|command|subcommand|shorthand|switch|field|task|target|script)
    | no\ such\ (?:option|command|subcommand|service|task|target)
    | missing\ (?:required|script|module) | script\ not\ found
    | (?:cannot|can't|could\ not)\ (?:find|open|locate|resolve|determine|import)
    | no\ module\ named | not\ a\ git\ repository | ERR_MODULE_NOT_FOUND | ENOENT | EACCES
    | is\ not\ (?:installed|recognized|defined|set|a\ directory) | does\ not\ exist
    | (?:is|are)\ required\b | \brequires?\b | must\ (?:be|have|set|run|specify|provide|use)
    | permission\ denied | no\ rule\ to\ make | no\ matches\ found | did\ you\ mean
    | environment\ variable | not\ logged\ in | no\ configuration | no\ tests?\ (?:found|ran)
    | is\ locked | refus(?:ed|ing) | not\ allowed | unable\ to\ (?:find|locate|resolve) | usage:
    | wrong\ directory | run\ (?:`|'|"|from|with|it\ )"""
)
_UNFORMATTED = re.compile(
    r"(?i)would (?:have printed|reformat|be reformatted)|not (?:properly )?formatted|\bfixable\b"
    r"|are not sorted|code style issues|run .{0,20}--(?:fix|write)"
)
_REPAIRS = re.compile(r"(?i)fix|format|fmt|write")
_QUOTED = re.compile(r"""["'`]([^"'`\s]{2,60})["'`]""")
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
_LONGEST_COMPLAINT = 60
"""Lines: whoever refuses how it is called is brief, a long output is about the work itself."""

_MOST_CHANGED = 6
_NO_FIX = frozenset(
    """
    --help -h --version --no-verify --force -f --force-with-lease --no-check --skip-checks
    --dry-run --allow-empty -y --yes --legacy-peer-deps --break-system-packages
    """.split()
)
"""Asking for help mends nothing, and getting round a check is nothing to learn."""

_LEAST_SHARED = 0.4


class _Run(NamedTuple):
    """A call of a shell tool, as an invocation."""

    call: Event
    invocation: Invocation


class _Change(NamedTuple):
    """How the command that worked differs from the one that did not."""

    removed: tuple[str, ...]
    added: tuple[str, ...]


def pairs(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The failure-fix pairs of one session."""
    calls = [event for event in events if event.type == "tool.called" and event.payload]
    for index, call in enumerate(calls):
        failed = _run(call, root)
        if failed is None or not (call.payload or {}).get("failed"):
            continue
        error = _misuse(call)
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


def _misuse(call: Event) -> str | None:
    """The error line, when it tells of a fault in how the command was invoked."""
    output: str = (call.payload or {}).get("output", "")
    lines = [line.strip() for line in output.splitlines()]
    for shape, longest in ((_MISUSED, _LONGEST_COMPLAINT), (_UNFORMATTED, len(lines))):
        for line in lines if len(lines) <= longest else ():
            if 8 <= len(line) <= 300 and shape.search(line):
                return line
    return None


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
        if worked is None or not _succeeded(call):
            continue
        change = _change(failed.invocation, worked.invocation)
        if change is not None and _explains(change, error):
            return _finding(failed, worked, error, change)
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


def _change(failed: Invocation, worked: Invocation) -> _Change | None:
    """The difference, or None when the commands are not one and the same in two forms."""
    if failed.words == worked.words:
        return _other_surroundings(failed, worked)
    if failed.folder != worked.folder and worked.folder:
        return None
    removed, added = _difference(failed.words, worked.words)
    wrapped = not removed or (not added and failed.words[-len(worked.words) :] == worked.words)
    shared = Indel.normalized_similarity(failed.words, worked.words)
    if not wrapped and (failed.words[0] != worked.words[0] or shared < _LEAST_SHARED):
        return None
    if len(removed) + len(added) > _MOST_CHANGED or _is_elsewhere(removed, added):
        return None
    if _NO_FIX.intersection(added):
        return None
    return _Change(removed, added + _news(failed.settings, worked.settings))


def _is_elsewhere(removed: Sequence[str], added: Sequence[str]) -> bool:
    """Whether only absolute paths differ: the same thing was done to something else."""
    return bool(removed) and all(
        word.strip("\"'").startswith(("/", "~")) for word in (*removed, *added)
    )


def _other_surroundings(failed: Invocation, worked: Invocation) -> _Change | None:
    """The same words elsewhere, or with something set."""
    added = _news(failed.settings, worked.settings)
    if failed.folder != worked.folder:
        return _Change((), (*added, f"cd {worked.folder or '.'}"))
    return _Change((), added) if added else None


def _news(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    return tuple(each for each in after if each not in before)


def _difference(
    before: Sequence[str], after: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    removed: list[str] = []
    added: list[str] = []
    for operation in Indel.opcodes(before, after):
        removed += (
            before[operation.src_start : operation.src_end] if operation.tag == "delete" else []
        )
        added += (
            after[operation.dest_start : operation.dest_end] if operation.tag == "insert" else []
        )
    return tuple(removed), tuple(added)


def _explains(change: _Change, error: str) -> bool:
    """Whether the difference has to do with the error."""
    if _UNFORMATTED.search(error) and not _MISUSED.search(error):
        return any(_REPAIRS.search(word) for word in change.added)
    if not (change.added and change.removed):
        return bool(change.added) or _is_wrapper(change) or _named(change, error)
    return _named(change, error)


def _is_wrapper(change: _Change) -> bool:
    return len(change.removed) == 1 and change.removed[0].isalpha()


def _named(change: _Change, error: str) -> bool:
    told = error.lower()
    if any(_bare(word) in told for word in change.removed if len(_bare(word)) > 1):
        return True
    gone, come = " ".join(change.removed).lower(), " ".join(change.added).lower()
    return any(each in gone and each not in come for each in _QUOTED.findall(told))


def _bare(word: str) -> str:
    return word.strip("\"'-./,").lower()


def _finding(failed: _Run, worked: _Run, error: str, change: _Change) -> Finding:
    before, after = _shown(failed.invocation, worked.invocation)
    if before == after:
        constraint = f"Run `{after}` in {_folder(worked.invocation.folder)}."
        cause = f"It was run in {_folder(failed.invocation.folder)}."
    elif _UNFORMATTED.search(error) and not _MISUSED.search(error):
        constraint = f"Run `{after}` when `{before}` complains about formatting."
        cause = f"`{before}` only checks, `{after}` repairs."
    else:
        constraint = f"Use `{after}` instead of `{before}`."
        cause = _cause(change)
    text = _text(before, error, cause, f"`{after}` worked{_place(worked.invocation)}.", constraint)
    key = "\n".join(("pair", before.split()[0], *change.removed, ">", *change.added))
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
            Evidence(event_id=worked.call.id, quote=line, session=session),
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


def _cause(change: _Change) -> str:
    if not change.removed:
        return f"It was run without `{' '.join(change.added)}`."
    if not change.added:
        return f"`{' '.join(change.removed)}` does not work here."
    return f"`{' '.join(change.removed)}` does not work here, `{' '.join(change.added)}` does."


def _folder(folder: str) -> str:
    return "the project's own folder" if folder in ("", ".") else f"`{folder}`"


def _place(worked: Invocation) -> str:
    return f" in {_folder(worked.folder)}" if worked.folder else ""
