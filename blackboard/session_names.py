"""Session ids as people write them: the shortest beginning that is of one session only; pure.

A subagent's session is named after the one that started it: `PARENT/CHILD`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

_FEWEST = 8


def short_ids(ids: Iterable[str], known: Iterable[str]) -> dict[str, str]:
    """For each id the beginning that is enough to name it among all that are known.

    >>> short_ids(["4799f814-b4e5", "4799f814-b4e5/a68e11c"], ["4799f814-b4e5", "6b9a263d-1a81"])
    {'4799f814-b4e5': '4799f814', '4799f814-b4e5/a68e11c': '4799f814/a68e11c'}
    """
    parents = sorted({each.split("/", 1)[0] for each in known})
    found = {}
    for each in ids:
        parent, slash, child = each.partition("/")
        found[each] = _shortest(parent, parents) + slash + child
    return found


def meant(beginning: str, known: Iterable[str]) -> list[str]:
    """The sessions that a beginning of an id may mean: that id itself, or all that begin so.

    Of a session and its subagents' the session is meant; `PARENT/CHILD` may be cut in both parts.

    >>> meant("4799", ["4799f814", "4799f814/a68e11c"]), meant("4799/a6", ["4799f814/a68e11c"])
    (['4799f814'], ['4799f814/a68e11c'])
    """
    parent, slash, child = beginning.partition("/")
    alike = []
    for each in known:
        if each == beginning:
            return [each]
        own_parent, own_slash, own_child = each.partition("/")
        fits = own_parent.startswith(parent) and own_child.startswith(child)
        if fits and (own_slash or not slash):
            alike.append(each)
    found = set(alike)
    return [each for each in alike if slash or each.split("/", 1)[0] not in found - {each}]


def _shortest(name: str, names: Sequence[str]) -> str:
    """The beginning of a name that no other has; names are sorted."""
    place = bisect_left(names, name)
    around = [each for each in (*names[max(0, place - 1) : place], *names[place : place + 2])
              if each != name]  # fmt: skip
    shared = max((_common(name, each) for each in around), default=0)
    return name[: max(_FEWEST, shared + 1)].rstrip("-") if len(name) > _FEWEST else name


def _common(one: str, other: str) -> int:
    """How many characters two names have in common at their start."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
