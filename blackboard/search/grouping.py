"""The order in which things are found, and which of them are shown together.

Everything is measured alike (`search/fit.py`), so sessions, lessons and pull requests are in one
list. What holds all of a query comes before what holds a part of it; then the better fit decides,
then the later time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import log2
from typing import Generic, NamedTuple, TypeVar

from blackboard.search import weights
from blackboard.search.fit import Fit

Item = TypeVar("Item")


class Scored(NamedTuple, Generic[Item]):
    """One thing that was found: how well it fits, when it was, and what it is shown with."""

    group: str
    fit: Fit
    at: int
    item: Item


class Group(NamedTuple, Generic[Item]):
    """Things that are shown together, best first."""

    key: str
    members: tuple[Scored[Item], ...]

    @property
    def fit(self) -> Fit:
        """How well they fit together: a session may answer one half here and the other there."""
        return reduce(Fit.joined, (member.fit for member in self.members))

    @property
    def score(self) -> float:
        """How well the group fits; higher is better."""
        return self.fit.score * (1 + weights.REPEATED * log2(len(self.members)))


def grouped(found: Iterable[Scored[Item]]) -> list[Group[Item]]:
    """What was found, in groups; the best group first, and the best of each group first."""
    groups: dict[str, list[Scored[Item]]] = {}
    for each in found:
        groups.setdefault(each.group, []).append(each)
    return sorted(
        (Group(key, tuple(sorted(members, key=_member_order))) for key, members in groups.items()),
        key=_group_order,
    )


def spread(found: Sequence[Item], most: int) -> list[Item]:
    """So many of a sequence, from its start to its end at even distances.

    >>> spread("abcdef", 3), spread("abc", 3)
    (['a', 'c', 'e'], ['a', 'b', 'c'])
    """
    size = len(found)
    return list(found) if size <= most else [found[at * size // most] for at in range(most)]


def _member_order(member: Scored[Item]) -> tuple[bool, float, int]:
    return (not member.fit.is_complete, -member.fit.score, -member.at)


def _group_order(group: Group[Item]) -> tuple[bool, bool, float, int, str]:
    best = group.members[0]
    is_part = not best.fit.is_complete
    return (is_part, is_part and not group.fit.is_complete, -group.score, -best.at, group.key)
