"""Parse git diffs: what each file contained before and after."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_HUNK = re.compile(r"^@@ -(?P<old>\d+)(?:,(?P<olds>\d+))? \+(?P<new>\d+)(?:,(?P<news>\d+))? @@")


class Hunk(NamedTuple):
    """A changed stretch of one file; lines count from 1."""

    path: str
    first_line: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    changed: tuple[int, ...]
    """The indexes in `after` of lines that are new or follow a removed one."""


def hunks(diff: str) -> Iterator[Hunk]:
    """The complete hunks of a unified diff; a truncated hunk proves nothing and is skipped."""
    path, lines = "", diff.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("diff --git "):
            path = ""
        elif line.startswith("+++ "):
            name = line[4:].split("\t")[0].rstrip("\r")
            path = name[2:] if name.startswith("b/") else ""
        elif (head := _HUNK.match(line)) and path:
            hunk = _hunk(path, head, lines[number + 1 :])
            if hunk is not None:
                yield hunk


def shown_lines(hunk: str) -> list[str]:
    """The file's last lines in a review comment's hunk, up to the commented line.

    Empty if the comment is on a removed line.
    """
    lines = hunk.split("\n")
    if not lines[0].startswith("@@ ") or lines[-1].startswith("-"):
        return []
    return [line[1:] for line in lines[1:] if line[:1] in ("+", " ")]


def _hunk(path: str, head: re.Match[str], lines: Sequence[str]) -> Hunk | None:
    """A hunk with as many lines as its header says, else None."""
    wanted = int(head["olds"] or 1), int(head["news"] or 1)
    before: list[str] = []
    after: list[str] = []
    changed: set[int] = set()
    for line in lines:
        if (len(before), len(after)) == wanted:
            break
        sign, text = line[:1] or " ", line[1:]  # some programs trim empty lines
        if sign in "-+":
            changed.add(len(after))
        if sign in "- ":
            before.append(text)
        if sign in "+ ":
            after.append(text)
    if (len(before), len(after)) != wanted:
        return None
    return Hunk(path, int(head["new"]), tuple(before), tuple(after), tuple(sorted(changed)))
