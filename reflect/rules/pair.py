"""Two rules taken apart, and in what they are alike."""

from __future__ import annotations

from typing import NamedTuple

from blackboard.search.terms import term
from blackboard.search.words import stem
from reflect.rules.matching import Match
from reflect.rules.rule_parser import Reading, Word
from reflect.rules.shape import Shape, shape, stems

_SAYS_NOTHING = frozenset(map(stem, "freely everywhere anyway normally default".split()))


class Pair(NamedTuple):
    """Two rules, taken apart, and what they have in common."""

    some: str
    other: str
    one: Reading
    two: Reading
    match: Match

    @property
    def shapes(self) -> tuple[Shape, Shape]:
        """What both say to do, and when."""
        return shape(self.some), shape(self.other)

    @property
    def alone(self) -> tuple[list[str], list[str]]:
        """The terms that each has alone and that say something."""
        left, right = self.match.left, self.match.right
        return (
            [each for each in left if each not in _SAYS_NOTHING],
            [each for each in right if each not in _SAYS_NOTHING],
        )

    @property
    def turned(self) -> list[tuple[Word, Word]]:
        """The terms that one denies and the other demands."""
        return [
            (mine[0], theirs[0])
            for mine, theirs in self.match.pairs
            if not {word.denied for word in mine} & {word.denied for word in theirs}
        ]

    @property
    def is_denied_anywhere(self) -> bool:
        """Whether one of the rules forbids anything."""
        return any(each.negations or each.contrasts for each in self.shapes)

    @property
    def differs_in_negations(self) -> int:
        """How many more negations one has than the other."""
        mine, theirs = (len(each.negations) for each in self.shapes)
        return abs(mine - theirs)


def same_numbers(pair: Pair) -> bool:
    """Whether the same numbers count the same things, or are themselves what is chosen."""
    if sorted(pair.one.counted) == sorted(pair.two.counted):
        return True
    mine, theirs = (sorted(number for number, _ in each.counted) for each in (pair.one, pair.two))
    return mine == theirs and all(each.contrasts for each in pair.shapes)


def same_terms(pair: Pair) -> bool:
    """Whether each term is said as often by both, and spelt alike."""
    return all(
        len(mine) == len(theirs) and mine[0].term == theirs[0].term
        for mine, theirs in pair.match.pairs
    )


def same_conditions(pair: Pair) -> bool:
    """Whether both hold for the same names and numbers, before or after the same."""
    return pair.one.conditions == pair.two.conditions and (pair.one.literals == pair.two.literals)


def same_when(pair: Pair) -> bool:
    """Whether both hold under one condition, however short its words are."""
    mine, theirs = pair.shapes
    return terms_of(mine.when) == terms_of(theirs.when)


def terms_of(tokens: tuple[str, ...]) -> frozenset[str]:
    """The terms of a part of a rule."""
    return frozenset(map(term, stems(tokens)))
