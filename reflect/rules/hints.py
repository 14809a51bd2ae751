"""Signs that two rules may contradict each other; none of them is enough to be sure."""

from __future__ import annotations

from blackboard.search.words import stem
from reflect.rules.matching import Match
from reflect.rules.rule_parser import Reading
from reflect.rules.word_pairs import are_opposites

_TURNING = [[stem("outside")], [stem("off")]]
"""Conditions whose opposites, inside and on, go without saying."""


def is_denied(match: Match) -> bool:
    """Whether what one rule demands the other forbids.

    For a circumstance it must be so both ways, or for all that is said: what is forbidden in
    general is forbidden there too, however the sentence goes on.
    """
    turned = [
        (mine[0], theirs[0])
        for mine, theirs in match.pairs
        if not {word.denied for word in mine} & {word.denied for word in theirs}
    ]
    if any(mine.is_core or theirs.is_core for mine, theirs in turned):
        return True
    if turned and len(turned) == len(match.pairs):
        return True
    return len({mine.denied for mine, _ in turned}) == 2  # yes and no


def is_other_way(one: Reading, two: Reading) -> bool:
    """Whether a compound, taken whole, is denied in one rule and demanded in the other."""
    mine, theirs = dict(one.compounds), dict(two.compounds)
    sure = len(mine) == len(one.compounds) and len(theirs) == len(two.compounds)
    return sure and any(theirs.get(each, denied) != denied for each, denied in mine.items())


def is_turned(one: Reading, two: Reading, match: Match) -> bool:
    """Whether the rules hold under opposite conditions: inside and outside, only and except."""
    before = [each for each in one.conditions if each not in two.conditions]
    after = [each for each in two.conditions if each not in one.conditions]
    alone = not (match.left or match.right) and [*before, *after] in _TURNING
    return alone or are_opposites(before, after)


def is_swapped(one: Reading, two: Reading, match: Match) -> bool:
    """Whether two terms changed places: A to B and B to A, first A and first B."""
    names = {theirs[0].term: mine[0].term for mine, theirs in match.pairs}
    known = set(names.values())
    mine = [(word.term, word.denied) for word in one.words if word.term in known]
    theirs = [(names[word.term], word.denied) for word in two.words if word.term in names]
    if one.ordered and two.ordered and mine != theirs:
        return True
    if one.states and two.states and not _is_rotation(mine, theirs):
        return True
    is_mixed = any(len({word.denied for word in some}) > 1 for some, _ in match.pairs)
    if is_mixed and len(mine) == len(theirs):
        return not _is_rotation(mine, theirs)
    roles = {(some[0].role, other[0].role) for some, other in match.pairs}
    return any(before != after and (after, before) in roles for before, after in roles)


def _is_rotation(some: list[tuple[str, bool]], other: list[tuple[str, bool]]) -> bool:
    return any([*some[place:], *some[:place]] == other for place in range(len(some)))
