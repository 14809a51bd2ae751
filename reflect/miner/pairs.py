"""Failure-fix pairs: a command that could not run, and soon after the same one run rightly.

Only faults of the invocation count (an unknown option, a missing file, setting or tool): a test
that fails because the code was wrong teaches nothing about how to run the tests. The difference
between the two commands is the lesson, and it must explain the error: something was added and
nothing taken away, or what was taken away is named in the error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from blackboard.event import Event
from blackboard.search.complaint import complaint, is_about_form, is_about_number, is_misspoken
from blackboard.search.shell import PROBES
from reflect.finding import Finding
from reflect.invocation import Invocation
from reflect.miner.attempt import (
    Attempt,
    attempt,
    blamed,
    calls_of,
    failed_attempts,
    is_temporary,
    looks,
    started,
    worked,
)
from reflect.miner.change import Change, change, explains
from reflect.miner.remedy import LEFT_OUT, Remedy, lesson, prefix
from reflect.trajectory import is_edit, payload_of

WITHIN_CALLS = 8
"""A fix that comes later than this was probably for something else."""

_LISTINGS = frozenset((("npm", "run"), ("yarn", "run"), ("pnpm", "run"), ("bun", "run"), ("just",)))
"""Commands that only list what else could be run."""

_BRIEF = 12
"""Lines of an output that is only about the error."""

_SETTING = re.compile(r"[A-Za-z_]\w*=")
_FLAG = re.compile(r"(?i)\b(?:option|flag|argument|switch)s?\b")
_CUTS = (("head",), ("tail",), ("wc",))


def pairs(events: Sequence[Event], root: str | None) -> Iterator[Finding]:
    """The failure-fix pairs of one session."""
    calls = calls_of(events)
    for index, failed in failed_attempts(calls, root):
        error = complaint(payload_of(failed.call).get("output", ""))
        if error is None:
            continue
        after = _until_edited(calls[index + 1 : index + 1 + WITHIN_CALLS], error)
        for failing in _suspects(failed, error):
            finding = _fixed(failed, failing, error, after, root)
            if finding is not None:
                yield finding
                break


def _suspects(failed: Attempt, error: str) -> list[Invocation]:
    """The commands that the error may be about; how one of them was fixed will show."""
    failing = blamed(failed, error)
    found = (
        [failing] if failing is not None else [each for each in failed.commands if not looks(each)]
    )
    return [each for each in found if _has_form(each, error)]


def _has_form(command: Invocation, error: str) -> bool:
    """Whether a command could be put another way, and will be wanted again.

    Looking somewhere else is another question, not a better way to ask the first one.
    """
    asks = (command.is_filter or command.program in PROBES) and not is_misspoken(error)
    away = is_temporary(command.words[0]) or is_temporary(command.folder)
    return not (asks or away or command.has_text)


def _until_edited(calls: Sequence[Event], error: str) -> list[Event]:
    """The calls before the first change of a file: what works after it may owe it to that."""
    if is_misspoken(error) or is_about_form(error):
        return list(calls)
    count = next((number for number, call in enumerate(calls) if is_edit(call)), len(calls))
    return list(calls[:count])


def _fixed(
    failed: Attempt, failing: Invocation, error: str, after: Sequence[Event], root: str | None
) -> Finding | None:
    """The same command, changed, and now it works."""
    for call in after:
        tried = attempt(call, root)
        if tried is None or not (worked(call) or started(call, error)):
            continue
        for number, each in enumerate(tried.pieces):
            if _is_one_of_several(failed, failing, tried, number):
                continue
            found = _change(failing, each.invocation, failed, error) or _other_stage(
                failed, failing, tried, number
            )
            is_right = found is not None and (worked(call) or _is_sure(found, error))
            if found is not None and is_right and not _needs_more(each.invocation, after, root):
                remedy = Remedy(failed.call, error, call)
                return _finding(remedy, failing, each.invocation, found)
    return None


def _needs_more(mended: Invocation, after: Sequence[Event], root: str | None) -> bool:
    """Whether a command passed only beside another new one of its program."""
    passed = [found for call in after if worked(call) and (found := attempt(call, root))]
    lines = [[each.invocation for each in found.pieces] for found in passed]
    runs = [line for line in lines if mended.words in [each.words for each in line]]
    return bool(runs) and all(
        any(each.program == mended.program and each.words != mended.words and not looks(each)
            for each in line)
        for line in runs
    )  # fmt: skip


def _is_one_of_several(failed: Attempt, failing: Invocation, tried: Attempt, number: int) -> bool:
    """Whether another command of the same program is new beside it: both may have been needed."""
    known = {each.words for each in failed.commands}
    return tried.pieces[number].invocation.words != failing.words and any(
        each.invocation.program == failing.program and each.invocation.words not in known
        for place, each in enumerate(tried.pieces)
        if place != number and not looks(each.invocation)
    )


def _is_sure(found: Change, error: str) -> bool:
    """Whether a change mended the invocation, though the work itself went wrong after it."""
    return is_misspoken(error) or (
        not found.removed and all(_SETTING.match(word) for word in found.added)
    )


def _change(failing: Invocation, other: Invocation, failed: Attempt, error: str) -> Change | None:
    """How another command mends the one at fault, if it does."""
    if other.has_text or other.words in _LISTINGS:
        return None
    if looks(other) and not looks(failing):
        return None
    found = change(failing, other)
    if found is None or _is_trifle(failing, other, found, error):
        return None
    output = payload_of(failed.call).get("output", "")
    whole = is_misspoken(error) or output.count("\n") <= _BRIEF
    return found if explains(found, f"{error}\n{output}" if whole else error) else None


def _is_trifle(failing: Invocation, other: Invocation, found: Change, error: str) -> bool:
    """Whether only the show was changed, or something else was done instead."""
    if _FLAG.search(error) and found.removed:
        only_shown = not found.added and looks(failing)
        subcommand = "".join(word for word in failing.words[1:2] if not word.startswith("-"))
        return only_shown or subcommand in found.removed
    return False


def _other_stage(
    failed: Attempt, failing: Invocation, tried: Attempt, number: int
) -> Change | None:
    """The same output given to another filter, for the first one knew no such option."""
    before = [each.invocation.words for each in failed.pieces]
    if number == 0 or number >= len(before) or before[number] != failing.words:
        return None
    now = [each.invocation for each in tried.pieces]
    if before[:number] != [each.words for each in now[:number]] or now[number].words[:1] in _CUTS:
        return None
    return Change(failing.words, now[number].words) if now[number].words != failing.words else None


def _finding(
    remedy: Remedy, failing: Invocation, other: Invocation, found: Change
) -> Finding | None:
    before, after = _shown(failing, other, found)
    error = remedy.error
    if before == after and failing.command != other.command:
        return None  # only what it was done to is different
    if failing.command == other.command:
        constraint = f"Run `{after}` in {_folder(other.folder)}."
        cause = "The shell was in another folder."
    elif is_about_form(error):
        constraint = f"Run `{after}` when `{before}` complains about formatting."
        cause = "It only reports what is wrong; it changes no file."
    elif not found.added and found.removed[0] != failing.words[0]:
        surplus = _surplus(found, error)
        constraint = f"Leave {surplus} out of `{after.rstrip(f' {LEFT_OUT}')}`."
        cause = "An argument was given that does not belong there."
    else:
        constraint = f"Use `{after}` instead of `{before}`."
        cause = _cause(found)
    text = lesson(
        symptom=f"`{before}` fails: {error}",
        cause=cause,
        resolution=f"`{after}` worked{_place(other)}.",
        constraint=constraint,
        tags=(failing.program, "pair"),
    )
    return remedy.finding(
        _key(failing, found),
        text,
        commands=prefix(failing),
        alone=_is_setting(found),
        forms=(before, after),
    )


def _is_setting(found: Change) -> bool:
    """Whether the environment was wrong, which is so for everybody, and not one invocation."""
    return not found.removed and all(_SETTING.match(word) for word in found.added)


def _surplus(found: Change, error: str) -> str:
    """What has to be left out: by its kind where the number was wrong, else by its name."""
    if is_about_number(error) and any("/" in word for word in found.removed):
        return "file paths"
    return f"`{' '.join(found.removed)}`"


def _key(failing: Invocation, found: Change) -> str:
    return "\n".join(("pair", failing.program, *found.removed, ">", *found.added))


def _shown(failing: Invocation, other: Invocation, found: Change) -> tuple[str, str]:
    """The two commands as they are put in a lesson, without the files that both were about."""
    before, after = failing, other
    while _is_beside_the_point(before, after):
        before = before._replace(words=before.words[:-1])
        after = after._replace(words=after.words[:-1])
    long = max(len(before.command), len(after.command)) > _LONGEST_SHOWN
    shared = set(before.words) & set(after.words)
    if long or any(_NAME.search(word) for word in shared):
        return _without_shared(before, found.removed), _without_shared(after, found.added)
    return before.command, after.command


_LONGEST_SHOWN, _DEEPEST = 60, 4
_NAME = re.compile(r"^[^-]\S*-\w+-\w|\d{3}")
"""What somebody called one thing of many: a branch, a ticket, a run."""


def _without_shared(command: Invocation, own: Sequence[str]) -> str:
    """A long command without the values that its other form has as well."""
    kept: list[str] = []
    for number, word in enumerate(command.words):
        named = number > 1 and _NAME.search(word) and not kept[-1].startswith("-")
        subcommand = word.isalpha() and number <= _DEEPEST and kept[-1:] != [LEFT_OUT]
        if (word in own and not named) or number < 2 or subcommand:
            kept.append(word)
        elif kept[-1] != LEFT_OUT:
            kept.append(LEFT_OUT)
    return " ".join((*(each for each in command.settings if each in own), *kept))


def _is_beside_the_point(before: Invocation, after: Invocation) -> bool:
    last = before.words[-1]
    same = min(len(before.words), len(after.words)) > 2 and last == after.words[-1]
    return same and before.words != after.words and ("/" in last or last == "--help")


def _cause(found: Change) -> str:
    if not found.removed:
        return f"In this project the command needs `{' '.join(found.added)}`."
    if not found.added:
        return f"`{' '.join(found.removed)}` does not work here."
    return f"`{' '.join(found.removed)}` does not work here, `{' '.join(found.added)}` does."


def _folder(folder: str) -> str:
    return "the project's root folder" if folder in ("", ".") else f"`{folder}`"


def _place(other: Invocation) -> str:
    return f" in {_folder(other.folder)}" if other.folder else ""
