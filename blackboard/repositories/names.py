"""Names that are joined into groups, each with one representative (union-find)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from blackboard.repositories.remote import is_folder

Rank = tuple[int, int, int]
"""How much a name is wanted: its class, then by time, then by position."""


class Names:
    """Groups of names; two that a person set apart come into one only by a later decision.

    `apart` holds such pairs with the position of the decision.
    """

    def __init__(self, apart: Iterable[tuple[str, str, int]] = ()) -> None:
        self._apart = list(apart)
        self._group: dict[str, set[str]] = {}
        for one, other, _ in self._apart:
            self.add(one)
            self.add(other)

    def __iter__(self) -> Iterator[str]:
        return iter(self._group)

    def add(self, name: str) -> None:
        """A name in a group of its own, if it is in none."""
        self._group.setdefault(name, {name})

    def join(self, one: str, other: str, *, position: int = 0) -> None:
        """Make one group of two, unless a later position sets some of their names apart."""
        self.add(one)
        self.add(other)
        small, large = sorted((self._group[one], self._group[other]), key=len)
        if small is large or self._are_apart(small, large, position):
            return
        large |= small
        for name in small:
            self._group[name] = large

    def remotes(self) -> dict[str, list[str]]:
        """The remotes in each folder's group; the list is one object for a whole group."""
        groups = {id(group): group for group in self._group.values()}
        by_group = {
            key: [name for name in group if not is_folder(name)] for key, group in groups.items()
        }
        return {name: by_group[id(self._group[name])] for name in self if is_folder(name)}

    def called(self, preferences: Mapping[str, Rank]) -> dict[str, str]:
        """Every name with that of its group: the most preferred, then the shortest."""
        chosen: dict[int, str] = {}
        for group in self._group.values():
            if id(group) in chosen:
                continue
            chosen[id(group)] = max(
                group, key=lambda name: (preferences.get(name, (0, 0, 0)), -len(name), name)
            )
        return {name: chosen[id(self._group[name])] for name in sorted(self._group)}

    def _are_apart(self, one: set[str], other: set[str], position: int) -> bool:
        return any(
            (left in one and right in other) or (left in other and right in one)
            for left, right, decided in self._apart
            if decided > position
        )
