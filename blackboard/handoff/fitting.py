"""Which facts there is room for, and how much of each one's words; pure.

Each fact is taken in steps: first a few of its words, then twice as many, and so on. A step is
worth less than the one before it, so the best facts are long before the least are there at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from blackboard.handoff.fact import Fact, Section

FEWEST = 110
"""Characters of a fact's words that are shown at least, where it has so many."""

_FADES = 0.62
"""What a step is worth of the one before it, which showed half as many words."""


class Shown(NamedTuple):
    """A fact, and at most how many characters of its words are shown."""

    fact: Fact
    longest: int


class _Step(NamedTuple):
    worth: float
    number: int
    fact: int
    longest: int


def fitting(
    facts: Sequence[Fact],
    size: Callable[[Shown], int],
    size_of_heading: Callable[[Section], int],
    room: int,
) -> list[Shown]:
    """The facts that fit, in their order.

    Args:
        facts: in the order in which they are shown.
        size: what one of them takes of the room.
        size_of_heading: what a section takes beside its facts.
        room: how much there is.
    """
    chosen: dict[int, _Taken] = {}
    sections: set[Section] = set()
    for step in sorted(_steps(facts), key=lambda each: (-each.worth, each.fact, each.number)):
        fact, before = facts[step.fact], chosen.get(step.fact)
        if step.number and (before is None or before.step < step.number - 1):
            continue  # the step before it did not fit
        needed = size(Shown(fact, step.longest))
        added = needed - (before.size if before else 0)
        added += 0 if fact.section in sections else size_of_heading(fact.section)
        if added <= room:
            room -= added
            sections.add(fact.section)
            chosen[step.fact] = _Taken(step.number, step.longest, needed)
    return [Shown(facts[place], taken.longest) for place, taken in sorted(chosen.items())]


class _Taken(NamedTuple):
    """How far a fact is shown by now, and what that takes."""

    step: int
    longest: int
    size: int


def _steps(facts: Sequence[Fact]) -> Iterator[_Step]:
    for place, fact in enumerate(facts):
        longest, worth, number = FEWEST, fact.worth, 0
        yield _Step(worth, 0, place, longest)
        while longest < len(fact.words):
            longest, worth, number = longest * 2, worth * _FADES, number + 1
            yield _Step(worth, number, place, longest)
