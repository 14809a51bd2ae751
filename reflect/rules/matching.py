"""The terms that two rules have in common, and those that each has alone."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from blackboard.search.words import stem
from reflect.rules.rule_parser import Reading, Word
from reflect.rules.word_pairs import is_one_word

_MOST_ODD = 40
"""Terms without a twin from which looking for slips of the pen is given up."""

_GENERIC = frozenset(map(stem, "code codebase entry element item file".split()))
"""After the name of a thing such a word adds nothing: Java code, a `label` element."""


class Match(NamedTuple):
    """What two rules have in common, and what each has alone."""

    pairs: list[tuple[list[Word], list[Word]]]
    left: list[str]
    right: list[str]

    @property
    def share(self) -> float:
        """Terms in common over all terms."""
        whole = len(self.pairs) + len(self.left) + len(self.right)
        return len(self.pairs) / whole if whole else 0.0


def match_terms(one: Reading, two: Reading) -> Match:
    """Pair the terms of two rules, a slip of the pen with what was meant."""
    mine, theirs = _by_term(one), _by_term(two)
    match = Match(
        [(mine[each], theirs[each]) for each in mine if each in theirs],
        [each for each in mine if each not in theirs],
        [each for each in theirs if each not in mine],
    )
    literals = one.literals | two.literals
    if max(len(match.left), len(match.right)) <= _MOST_ODD:
        for each in list(match.left):
            alike = next((other for other in match.right if is_one_word(each, other)), None)
            if alike is not None and not {each, alike} & literals:
                match.pairs.append((mine[each], theirs[alike]))
                match.left.remove(each)
                match.right.remove(alike)
    _join(match.left, match.right)
    _join(match.right, match.left)
    if not (match.left and match.right):
        _drop_generic(match.left, one)
        _drop_generic(match.right, two)
    return match


def _by_term(reading: Reading) -> dict[str, list[Word]]:
    """Where each term stands; conditions are compared for themselves."""
    found: dict[str, list[Word]] = {}
    for word in reading.words:
        if word.term not in reading.conditions:
            found.setdefault(word.term, []).append(word)
    return found


def _join(split: list[str], whole: list[str]) -> None:
    """Take out two words that are written as one in the other rule, as file name is."""
    for first, second in zip(list(split), list(split)[1:], strict=False):
        joined = next((each for each in (first + second, f"{first}e{second}") if each in whole), "")
        if joined and first in split and second in split:
            whole.remove(joined)
            split.remove(first)
            split.remove(second)


def _drop_generic(alone: list[str], reading: Reading) -> None:
    """Take out what names no thing of its own: `code` after Java, but not in "code or logs"."""
    beside = {
        word.term
        for before, word in pairwise(reading.words)
        if word.term in _GENERIC and before.role == word.role
    }
    alone[:] = [each for each in alone if each not in beside]
