"""Whether a shell line runs the same as one that failed, or puts it in another form."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from blackboard.remembered import remembered
from blackboard.search.complaint import is_misspoken
from blackboard.search.shell import PROBES, RUNNERS, simple_commands

_RUN = frozenset(("run", "exec", "dlx", "x", "tool"))
"""Subcommands after which the next word says what is run."""

_CHOOSING = frozenset(("-run", "--run", "-k", "-t", "--filter", "--grep", "--testNamePattern"))
"""Options whose value says which of many things the command is about."""

_SHARED = 0.75
"""The share of its arguments that another program must be given to be a form of this command."""

_SUBCOMMAND = re.compile(r"[A-Za-z][\w:-]*")

_KEEPERS = frozenset("git gh docker kubectl".split())
"""Programs that are given files and run none."""

_OF_FILES = frozenset("rm mv cp ln mkdir touch chmod chown rmdir".split())
"""Programs that are about what they are given alone."""

_NUMBER = re.compile(r"\d{3,}")
_TWO_WORDS = frozenset("gh kubectl docker aws gcloud az".split())
"""Programs whose second word, too, says what is done."""

_MOST_LINES = 2_000
"""Lines whose commands are remembered: one that failed is compared with all that follow."""

_LIKE = 0.75
"""Subcommands as similar as this are the same one, mistyped."""


@remembered(_MOST_LINES)
def commands(line: str) -> Sequence[Sequence[str]]:
    """The commands that a shell line is about, without redirections and what only shows.

    >>> commands("cd app && npm test 2>&1 | tail -5")
    [['npm', 'test']]
    """
    found = [
        [words[0], *(word for word in words[1:] if not _is_redirection(word))]
        for words in simple_commands(line)
    ]
    return [words for words in found if name(words[0]) not in PROBES] or found


def is_form(failed: str, other: str, error: str) -> bool:
    """Whether a shell line puts another form of one that failed.

    Args:
        failed: the line that failed.
        other: a later line that worked.
        error: what went wrong: an argument that it names may be another one now.

    >>> is_form("rtk bun test src", "bun test src", "unrecognized subcommand 'bun'")
    True
    >>> is_form("pytest -q", "uv run pytest -q", "pytest: command not found")
    True
    >>> is_form("pytest -q", "uv add pytest", "pytest: command not found")
    False
    >>> is_form("bun test a.test.ts", "bun test b.test.ts", "expected 1, got 2")
    False
    """
    return any(
        _is_form(one, another, error) for one in commands(failed) for another in commands(other)
    )


def name(path: str) -> str:
    """The last part of a path."""
    return path.rstrip("/").rsplit("/", 1)[-1]


def chosen(words: Sequence[str]) -> set[str]:
    """Which things a command is about: what its options choose, else its files."""
    return {value for option, value in pairwise(words) if option in _CHOOSING} or files(words)


def files(words: Sequence[str]) -> set[str]:
    """The files that a command is given, by their names."""
    return {name(word) for word in _plain(words) if "/" in word or "." in word[1:-1]}


def _numbers(words: Sequence[str]) -> set[str]:
    """The numbers of what a command is about, such as of a pull request."""
    return {
        each for before, each in pairwise(words) if _NUMBER.fullmatch(each) and before[0] != "-"
    }


def _is_form(failed: Sequence[str], other: Sequence[str], error: str) -> bool:
    program, other_program = name(failed[0]), name(other[0])
    if (program in PROBES) is not (other_program in PROBES):
        return False
    if program in PROBES:
        return bool(set(map(name, _plain(failed[1:]))) & set(map(name, _plain(other[1:]))))
    if program != other_program:
        both_run = {program, other_program} <= RUNNERS - _KEEPERS
        is_thing = any("/" in word or "." in word for word in _plain(failed[1:]))
        least = 2 if is_thing and not both_run else 1
        return _runs(program, other) or _same_words(_plain(failed[1:]), set(other), least)
    return _same_purpose(program, failed[1:], other[1:], error)


def _runs(program: str, other: Sequence[str]) -> bool:
    """Whether a runner was given the program itself: `uv run pytest`, `python -m pytest`."""
    before = next((number for number, word in enumerate(other) if name(word) == program), 0)
    is_runner = name(other[0]) in RUNNERS or name(other[0]).startswith("python")
    return (
        is_runner
        and before > 0
        and all(word in _RUN or word.startswith("-") for word in other[1:before])
    )


def _same_words(arguments: Sequence[str], others: Collection[str], least: int) -> bool:
    """Whether another program was given nearly all that one was, its first argument too."""
    shared = sum(word in others for word in arguments)
    return shared >= least and arguments[0] in others and shared >= _SHARED * len(arguments)


def _same_purpose(program: str, failed: Sequence[str], other: Sequence[str], error: str) -> bool:
    """Whether two calls of one program are for the same thing, however it was put."""
    one, another, is_runner = _plain(failed), _plain(other), program in RUNNERS
    depth = 2 if is_runner and one[:1] and (one[0] in _RUN or program in _TWO_WORDS) else 1
    subcommands, others = list(map(name, one[:depth])), list(map(name, another[:depth]))
    named = is_runner or all(map(_SUBCOMMAND.fullmatch, (*subcommands, *others)))
    if _do_other_things(one, another, error):
        return False
    if named and subcommands != others:
        return is_misspoken(error) and _replaces(subcommands, others, one, another, error)
    if program in _OF_FILES and not set(map(name, one)) & set(map(name, another)):
        return any(_is_below(each, other) for each in one)
    numbers, now_numbers = _numbers(failed), _numbers(other)
    if numbers and now_numbers and not numbers & now_numbers:
        return False
    about, now_about = chosen(failed), chosen(other)
    is_elsewhere = bool(about and now_about) and not about & now_about
    if not is_elsewhere or _is_replaced(about, now_about, error):
        return True
    return any(each in error and _is_below(each, other) for each in _paths(failed))


def _paths(words: Sequence[str]) -> list[str]:
    return [word for word in _plain(words) if "/" in word]


def _is_below(path: str, words: Sequence[str]) -> bool:
    """Whether a folder above a path, or the path without its pattern, is among some words."""
    parts = _parts(path)
    above = filter(None, map(_parts, _paths(words)))
    return any(parts[: len(each)] == each for each in above)


def _parts(path: str) -> list[str]:
    return [each for each in path.strip("\"'").split("/") if each not in ("", ".", "...")]


def _do_other_things(one: Sequence[str], another: Sequence[str], error: str) -> bool:
    """Whether two commands share their first word and not the second, which the error is not of.

    Such as `kite brain refresh` and `kite brain inspect`.
    """
    pairs = zip(one[:2], another[:2], strict=False)
    plain = all(_SUBCOMMAND.fullmatch(word) for pair in pairs for word in pair)
    is_deep = len(one) > 1 and len(another) > 1 and plain and one[0] == another[0]
    return is_deep and one[1] != another[1] and not is_misspoken(error) and one[1] not in error


def _is_replaced(before: set[str], after: set[str], error: str) -> bool:
    """Whether a thing that the error names is put in another way now."""
    return any(
        one in error and SequenceMatcher(None, one, other).ratio() >= _LIKE
        for one in before
        for other in after
    )


def _replaces(
    refused: Sequence[str],
    others: Sequence[str],
    arguments: Sequence[str],
    other_arguments: Sequence[str],
    error: str,
) -> bool:
    """Whether a subcommand is another spelling of a refused one, or does the same in its place."""
    if SequenceMatcher(None, " ".join(refused), " ".join(others)).ratio() >= _LIKE:
        return True
    rest = set(arguments[len(refused) :]) & set(other_arguments)
    return any(each in error for each in refused) and (
        bool(rest) or any(each in other for each in refused for other in other_arguments)
    )


def _plain(words: Sequence[str]) -> list[str]:
    return [word for word in words if not word.startswith("-")]


def _is_redirection(word: str) -> bool:
    return ">" in word and word.lstrip("&0123456789").startswith(">")
