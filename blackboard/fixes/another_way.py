"""Whether another command had the aim of one that failed, by the things that it names; pure."""

from __future__ import annotations

import re

from blackboard.fixes.changes import is_check
from blackboard.search.forms import commands, name
from blackboard.search.shell import only_looks

_PARTICULAR = re.compile(r"(?=[^\s]*[\d_@-])[\w@.:-]{8,}|\d{5,}")
"""What hardly two commands name by chance: a branch, a number of a run, a package's version."""

_UNKNOWN = re.compile(r"(?i)unknown|unrecogni[sz]ed|unsupported|invalid|not found|\b40[45]\b")
"""An error after which another subcommand of the program may do what was wanted."""

_FILE = re.compile(r"\.[A-Za-z]{1,5}$")
"""A file is named by much that was done to it."""


def is_another_way(failed: str, target: str, error: str) -> bool:
    """Whether a command that changes something names the particular thing that another failed on.

    The error names the thing, and the program is another one; or the error says that the program
    does not know what it was asked for.

    >>> is_another_way("kite remove fold-wing-2 -f", "git worktree remove ../fold-wing-2",
    ...                "fold-wing-2: failed to remove the worktree")
    True
    """
    before, now = commands(failed), commands(target)
    if not before or not now or all(map(only_looks, now)) or any(map(is_check, before)):
        return False
    programs = {name(words[0]) for words in before}
    named = _particular(target) - programs
    if named & _particular(error):
        return not programs & {name(words[0]) for words in now}
    is_same = programs & {name(words[0]) for words in now}
    return bool(is_same and _UNKNOWN.search(error) and named & _particular(failed))


def _particular(line: str) -> set[str]:
    """The particular things of a line, by the last part of a path."""
    words = (name(word.strip("\"'(),;:")) for word in line.split())
    return {word for word in words if _PARTICULAR.fullmatch(word) and not _FILE.search(word)}
