"""Whether a shell line runs again what failed, or does the same in another way; pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from difflib import SequenceMatcher
from typing import Any, Literal

from blackboard.calls import shell_line
from blackboard.fixes.another_way import is_another_way
from blackboard.fixes.changes import QUOTED, is_check
from blackboard.fixes.difference import differences, explain
from blackboard.fixes.gone import is_located
from blackboard.remembered import remembered
from blackboard.search.complaint import is_misspoken
from blackboard.search.forms import chosen, commands, files, is_form, name
from blackboard.search.shell import only_looks, simple_commands

How = Literal["same", "other", "gone", ""]
"""The same call passed later; another form of it did; it failed, but of something else; or nothing
was seen to work."""

_ASKS = frozenset(("--help", "-h", "--version"))
_FILTERS = frozenset("grep egrep rg awk sed head wc cut jq uniq".split())
"""Programs behind a pipe that may hide what went wrong; `tail` shows the end, where it is said."""

_BYPASSES = re.compile(
    r"(?i)--no-verify\b|\bHUSKY=0|\w*SKIP\w*=|--skip-checks\b|--no-check\b|\s--(?:abort|quit|skip)\b"
)
"""What gets round a check, or gives up."""

_PRINTS = frozenset(("printf", "echo"))

_MOST_LINES = 1_000
"""Lines that are remembered: one that failed is compared with all that follow."""

SAME_NAME = 0.85
"""The similarity (0 to 1) of the names of two files of which one was meant by the other."""


def how_of_lines(
    failed: str, target: str, failure: dict[str, Any], *, idle: bool, soon: bool
) -> How:
    """How a line did what another that failed was to do, given that it passed; see `kinship`."""
    if target.split() == failed.split():
        return "same"
    if _ASKS.intersection(target.split()) or _BYPASSES.search(target):
        return ""  # to read about a command, or to get round a check, is no remedy
    if _hides(failed, target):
        return ""
    if commands(target) and commands(target) == commands(failed):
        return "other" if idle else "same"
    error = "\n".join(failure["lines"])
    if not _covers(failed, target, error):
        return "other" if soon and is_another_way(failed, target, error) else ""
    found = differences({"command": failed}, {"command": target}, error)
    return "" if idle and not explain(found, error) else "other"


@remembered(_MOST_LINES)
def _covers(failed: str, target: str, error: str) -> bool:
    """Whether a line puts another form of all the checks that failed, else of any command."""
    if _only_looks(target) and not _only_looks(failed):
        return False
    if _is_narrower(failed, target, error):
        return False
    ran = [words for words in commands(failed) if not _is_piped_in(words)] or commands(failed)
    checks = [words for words in ran if is_check(words)]
    named = [words for words in checks if any(len(each) > 4 and each in error for each in words)]
    if len(checks) > 1 or (checks and len(ran) > 1):
        return all(is_form(" ".join(words), target, error) for words in named or checks)
    if _is_of_another_thing(failed, target, error):
        return False
    return any(is_form(" ".join(words), target, error) for words in ran)


def _is_of_another_thing(failed: str, target: str, error: str) -> bool:
    """Whether the error names what a line was given, and the other is given nothing like it."""
    missing = {each for each in _files_in(failed) if each in error}
    if missing and _only_looks(failed):
        return not any(map(_alike_names(_files_in(target)), missing))
    if is_misspoken(error):
        return False
    given = {each for words in commands(failed) for each in words[1:] if len(each) > 3}
    named = {each for each in given if f"'{each}'" in error or f'"{each}"' in error}
    now = {name(each) for words in commands(target) for each in words[1:]}
    return bool(named) and not any(map(_alike_names(now), map(name, named)))


@remembered(_MOST_LINES)
def _files_in(line: str) -> frozenset[str]:
    return frozenset({each for words in simple_commands(line) for each in files(words)})


def _alike_names(known: Set[str]) -> Callable[[str], bool]:
    def is_known(one: str) -> bool:
        return any(
            one in each or SequenceMatcher(None, one, each).ratio() >= SAME_NAME for each in known
        )

    return is_known


def _is_piped_in(words: Sequence[str]) -> bool:
    """Whether a program reads a script from its input, so that its words say nothing of it."""
    return len(words) == 2 and words[1] in ("-", "-s")


@remembered(_MOST_LINES)
def _only_looks(line: str) -> bool:
    ran = simple_commands(QUOTED.sub("x", line))
    return all(words[0] in _PRINTS or only_looks(words) for words in ran)


def _is_narrower(failed: str, target: str, error: str) -> bool:
    """Whether only some of the checks were run that failed, and not the one that did."""
    about = files if is_located(error) else chosen
    checks = [words for words in commands(failed) if is_check(words)]
    programs = {name(words[0]) for words in checks}
    again = [words for words in commands(target) if is_check(words) and name(words[0]) in programs]
    before = {each for words in checks for each in about(words)}
    now = {each for words in again for each in about(words)}
    return bool(now - before) and not any(each in error for each in now)


def _hides(failed: str, target: str) -> bool:
    """Whether what went wrong may be cut off behind a pipe that the failed line did not have."""
    return bool(_filters(target) - _filters(failed))


@remembered(_MOST_LINES)
def _filters(line: str) -> frozenset[str]:
    return frozenset({name(words[0]) for words in _behind_pipes(line)}) & _FILTERS


def _behind_pipes(line: str) -> Sequence[list[str]]:
    return [
        words
        for piece in QUOTED.sub("x", line).replace("||", ";").split("|")[1:]
        for words in simple_commands(piece)[:1]
    ]


def is_again(failure: dict[str, Any], payload: dict[str, Any]) -> bool:
    """Whether a call of the shell runs at least what failed, whether it passes or not."""
    line = shell_line(payload)
    if line is None or failure["kind"] != "shell" or payload.get("denied"):
        return False
    if line.split() == failure["target"].split():
        return True
    return not _hides(failure["target"], line) and _covers(
        failure["target"], line, "\n".join(failure["lines"])
    )
