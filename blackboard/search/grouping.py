"""The order in which things are found, and which of them are shown together.

Everything is measured alike (`search/fit.py`), so sessions, lessons and pull requests are in one
list. What holds all of a query in one place comes first, then what holds all of it, then what holds
a part. Among these decides how well the best place fits and how well the whole does, in equal
parts; and where that is the same, the later time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from blackboard.search.fit import Fit

Item = TypeVar("Item")


class Scored(NamedTuple, Generic[Item]):
    """One thing that was found: how well it fits, when it was, and what it is shown with."""

    group: str
    fit: Fit
    at: int
    item: Item


class Group(NamedTuple, Generic[Item]):
    """Things that are shown together, best first, and how well they fit as a whole."""

    key: str
    members: tuple[Scored[Item], ...]
    whole: Fit

    @property
    def score(self) -> float:
        """How well the group fits; higher is better."""
        return self.members[0].fit.score + self.whole.score


def grouped(
    found: Iterable[Scored[Item]], whole: Callable[[Scored[Item]], Fit]
) -> list[Group[Item]]:
    """What was found, in groups; the best group first, and the best of each group first.

    Args:
        found: what was found, in any order.
        whole: how well all fits together that is shown with a thing, found or not.
    """
    groups: dict[str, list[Scored[Item]]] = {}
    for each in found:
        groups.setdefault(each.group, []).append(each)
    return sorted(
        (Group(key, tuple(sorted(members, key=_member_order)), whole(members[0]))
         for key, members in groups.items()),
        key=_group_order,
    )  # fmt: skip


def _member_order(member: Scored[Item]) -> tuple[bool, float, int]:
    return (not member.fit.is_complete, -member.fit.score, -member.at)


def _group_order(group: Group[Item]) -> tuple[bool, bool, float, int, str]:
    best = group.members[0]
    is_part = not best.fit.is_complete
    return (is_part, is_part and not group.whole.is_complete, -group.score, -best.at, group.key)
