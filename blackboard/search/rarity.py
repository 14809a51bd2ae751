"""How rare a word is in developers' English at large.

On a small board every word is rare, so the board cannot say whether two texts share a word because
they are about the same thing. The table is made by `bench/rarity` and read when it is first asked
for. Standard library only, because the hooks of agents use it too.
"""

from __future__ import annotations

import os
from functools import cache

PATH = os.path.join(os.path.dirname(__file__), "rarity.txt")
"""On each line the stems of one level, from the commonest words to the rarest that are known."""

LEVELS = 8
"""Levels in one unit of rarity, which is a factor of e."""

RAREST = 8.5
"""The rarity of a word that the table lacks: rare, and never more, however odd it looks."""

_SIGN = RAREST / 2
"""A lone CJK character is about half a word."""

_SHORTEST = 3
"""A shorter word that the table lacks is a variable or a piece of code."""


def rarity(word: str) -> float:
    """The rarity of a stemmed word, from 0 to RAREST: 0 is a word of every third text.

    >>> rarity("the"), rarity("test") < rarity("compiler") < rarity("quokka"), rarity("1024")
    (0.0, True, 0.0)
    """
    known = table().get(word)
    if known is not None:
        return known
    if not word.isascii() and len(word) == 1:
        return _SIGN
    return RAREST if len(word) >= _SHORTEST and not word.isdigit() else 0.0


@cache
def table() -> dict[str, float]:
    """The rarity of each known stem."""
    with open(PATH, encoding="utf-8") as file:
        lines = file.read().split("\n")
    found: dict[str, float] = {}
    for level, line in enumerate(lines):
        found.update(dict.fromkeys(line.split(), level / LEVELS))
    return found
