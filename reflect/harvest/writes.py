"""What a call wrote into a file: by an editing tool, a patch, or a line of the shell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from blackboard.calls import changed_files, patch_of, remembered, replacements
from blackboard.event import Event
from reflect.harvest.shell_writes import shell_writes
from reflect.invocation import command_of
from reflect.trajectory import is_edit, payload_of

MEMORY = "memory/MEMORY.md"
"""Stands for the file of an agent that has a tool for its memory, wherever that file is."""

_MOST = 200_000
"""Characters of a text that are read."""

_FILE = re.compile(r"^\*\*\* (?P<act>Add|Update|Delete) File: (?P<path>.+)$")
_MOVED = "*** Move to: "
_BEGUN = "@@"


class Write(NamedTuple):
    """A text that a call wrote into a file.

    `old` is the text in whose place it stands, None where the file was written as a whole or a
    text was appended (`is_appended`), so that what was there before is not known from the call.
    A `new` of None deletes the file, or puts it back as it was committed last (`is_put_back`).
    """

    path: str
    old: str | None
    new: str | None
    is_appended: bool = False
    is_put_back: bool = False


def writes(call: Event) -> list[Write]:
    """What a call wrote, in order; nothing if it failed or was refused."""
    payload = payload_of(call)
    if call.type != "tool.called" or payload.get("failed") or payload.get("denied"):
        return []
    return [each._replace(new=each.new and each.new[:_MOST]) for each in _writes(call, payload)]


def _writes(call: Event, payload: dict[str, Any]) -> list[Write]:
    kept = remembered(payload)
    if kept:
        return [Write(MEMORY, None, kept, is_appended=True)]
    patch = patch_of(payload)
    if patch:
        return list(_patched(patch[:_MOST]))
    if is_edit(call):
        path = next(iter(changed_files(payload)), "")
        return [Write(path, each.old, each.new) for each in replacements(payload)] if path else []
    line = command_of(call)
    if not line:
        return []
    return [
        Write(each.path, None, each.text, each.is_appended, each.is_put_back)
        for each in shell_writes(line)
    ]


def _patched(patch: str) -> Iterator[Write]:
    """The hunks of a patch in the format of `apply_patch`; unchanged lines stand on both sides."""
    path, act = "", ""
    old: list[str] = []
    new: list[str] = []
    for line in [*patch.splitlines(), "*** End Patch"]:
        head = _FILE.match(line)
        if head or line.startswith((_BEGUN, "*** ")):
            if path and (old or new):
                yield Write(path, None if act == "Add" else "\n".join(old), "\n".join(new))
            old, new = [], []
        if head:
            path, act = head["path"].strip(), head["act"]
            if act == "Delete":
                yield Write(path, None, None)
        elif line.startswith(_MOVED):
            path = line.removeprefix(_MOVED).strip()
        elif not line.startswith((_BEGUN, "*** ")):
            sign, text = line[:1], line[1:]
            if sign in " -" or not sign:
                old.append(text)
            if sign in " +" or not sign:
                new.append(text)
