"""Whether another command had the aim of one that failed, by the things that it names; pure."""

from __future__ import annotations

import re

from blackboard.fixes.changes import is_check
from blackboard.search.forms import commands, name
from blackboard.search.shell import only_looks

_PARTICULAR = re.compile(r"(?=[^\s]*[\d_@-])[\w@.:-]{8,}|\d{5,}")
"""What hardly two commands name by chance: a branch, a number of a run, a package's version."""
_FILE = re.compile(r"\.[A-Za-z]{1,5}$")
"""A file is named by much that was done to it."""


def is_another_way(failed: str, target: str, error: str) -> bool:
    """Whether a command that changes something names the particular thing that another failed on.

    It is of the same program, or the error names the thing, too.

    >>> is_another_way("kite remove fold-wing-2 -f", "git worktree remove ../fold-wing-2",
    ...                "fold-wing-2: failed to remove the worktree")
    True
    """
    before, now = commands(failed), commands(target)
    if not before or not now or all(map(only_looks, now)) or any(map(is_check, before)):
        return False
    named = _particular(target)
    programs = {name(words[0]) for words in before} & {name(words[0]) for words in now}
    return bool(named & _particular(error)) or bool(programs and named & _particular(failed))


def _particular(line: str) -> set[str]:
    """The particular things of a line, by the last part of a path."""
    words = (name(word.strip("\"'(),;:")) for word in line.split())
    return {word for word in words if _PARTICULAR.fullmatch(word) and not _FILE.search(word)}
