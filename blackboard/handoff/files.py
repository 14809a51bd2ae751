"""The files that a session changed, with their last state and what the last change was; pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from os.path import commonpath

from blackboard.calls import changed_files, difference, edits_files, patch_of, replacements
from blackboard.handoff.fact import Fact
from blackboard.handoff.steps import Call
from blackboard.handoff.words import as_name, shortened
from blackboard.search.shell import simple_commands

_DEFINES = re.compile(
    r"^[+\- ]?\s*(?:export\s+|default\s+|async\s+|pub\s+|public\s+|private\s+|static\s+)*"
    r"(?:def|class|func(?:\s*\([^)]*\))?|fn|function|interface|struct|enum|trait|impl|type)\s+"
    r"(\w+)", re.MULTILINE,
)  # fmt: skip
_HUNK = re.compile(r"^@@.*?@@ *(\S.*)$|^@@ +(\S.*)$", re.MULTILINE)
_ADDED, _DELETED = "*** Add File: ", "*** Delete File: "
_PART = re.compile(r"^(?=\*\*\* (?:Add|Update|Delete) File: )", re.MULTILINE)
_MOST_NAMES, _LONGEST = 4, 400
_FEW = 3
_FADES = 0.93
_OUTSIDE = 0.5
"""What a file is worth that is not in the folder: mostly a scratch file."""


@dataclass
class _File:
    """A file as it was left."""

    state: str
    position: int
    times: int = 0
    names: list[str] = field(default_factory=list)
    change: str = ""


def files(calls: Sequence[Call]) -> Iterator[Fact]:
    """The files that were changed, last first, and in one line those that were only read."""
    found = _changed(calls)
    worth = 62.0
    by_last = sorted(found.items(), key=lambda each: (-each[1].position, each[1].state, each[0]))
    for (position, state), together in groupby(by_last, key=lambda each: _step(each[1])):
        group = list(together)
        if len(group) > _FEW and state == "deleted":
            yield _group(group, position, worth)
            continue
        for path, file in group:
            yield _one(path, file, worth * (_OUTSIDE if path.startswith(("/", "~")) else 1))
            worth *= _FADES
    yield from _read(calls, found)


def _one(path: str, file: _File, worth: float) -> Fact:
    is_there = file.times > 1 and file.state != "deleted"
    times = f", edited {file.times} times" if is_there else ""
    state = "" if times and file.state == "edited" else f" {file.state}"
    names = f" ({', '.join(file.names[-_MOST_NAMES:])})" if file.names else ""
    label = f"{as_name(path)}{state}{times}{names}"
    return Fact("files", file.position, worth, label, file.change)


def _group(group: Sequence[tuple[str, _File]], position: int, worth: float) -> Fact:
    """Files of one folder that one call deleted."""
    paths = [path for path, _ in group]
    folder = commonpath(paths)
    names = ", ".join(path.removeprefix(f"{folder}/") for path in paths)
    label = f"{len(paths)} files deleted{f' in {as_name(folder)}' if folder else ''}"
    return Fact("files", position, worth, label, names)


def _step(file: _File) -> tuple[int, str]:
    return file.position, file.state


def _changed(calls: Iterable[Call]) -> dict[str, _File]:
    found: dict[str, _File] = {}
    for call in calls:
        if call.failed or call.denied:
            continue
        if edits_files(call.payload):
            for path, state, change in _edits(call):
                _note(found, path, state, change, call.position)
        elif call.line:
            for path in _removed(call.line):
                if path in found:
                    _note(found, path, "deleted", "", call.position)
    return found


def _note(found: dict[str, _File], path: str, state: str, change: str, position: int) -> None:
    file = found.setdefault(path, _File(state, position))
    is_new = file.state == "created" and state == "edited"
    file.state = "created" if is_new else state
    file.position = position
    file.times += 1
    file.names = [*dict.fromkeys((*file.names, *_names(change)))]
    file.change = shortened(_lines(change), _LONGEST, "start")


def _edits(call: Call) -> Iterator[tuple[str, str, str]]:
    """Each file of an edit, what became of it, and the difference."""
    patch = patch_of(call.payload)
    if not patch:
        wrote = any(each.old is None for each in replacements(call.payload))
        is_new = wrote and "updated" not in call.output
        for path in changed_files(call.payload):
            yield path, "created" if is_new else "edited", difference(call.payload)
        return
    for part in _PART.split(patch)[1:]:
        path = part.partition(": ")[2].partition("\n")[0].strip()
        if part.startswith(_DELETED):
            yield path, "deleted", ""
        else:
            state = "created" if part.startswith(_ADDED) else "edited"
            yield path, state, part.partition("\n")[2]


def _names(change: str) -> Iterator[str]:
    """The functions and classes that a change is in or about."""
    for found in _HUNK.findall(change):
        hunk = found[0] or found[1]
        yield from _DEFINES.findall(hunk)[:1]
    yield from _DEFINES.findall(change)[:_MOST_NAMES]


def _lines(change: str) -> str:
    """The lines that a change added, or else those that it removed, where they say something."""
    lines = change.splitlines()
    removed = [each[1:].strip() for each in lines if each.startswith("-")]
    added = [each[1:].strip() for each in lines if each.startswith("+")]
    new = dict.fromkeys(each for each in added if each not in removed and _tells(each))
    old = dict.fromkeys(each for each in removed if each not in added and _tells(each))
    if new:
        return " / ".join(new)
    return f"removed: {' / '.join(old)}" if old else ""


def _tells(line: str) -> bool:
    return sum(map(str.isalnum, line)) > 2


def _removed(line: str) -> Iterator[str]:
    for words in simple_commands(line):
        given = words[1:] if words[0] == "git" else words
        if given[:1] == ["rm"]:
            yield from (each for each in given[1:] if not each.startswith("-"))


def _read(calls: Sequence[Call], changed: dict[str, _File]) -> Iterator[Fact]:
    """The files that were read and not changed, the most recent first."""
    read = [(path, call.position) for call in calls if call.kind == "read" and not call.failed
            for path in changed_files(call.payload)]  # fmt: skip
    only = dict.fromkeys(path for path, _ in reversed(read) if path not in changed)
    if only:
        yield Fact("files", read[-1][1], 15, f"only read, {len(only)}", ", ".join(only))
