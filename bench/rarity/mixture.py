"""From shares of texts to rarities: the mean of the sources, its logarithm, in steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log

from bench.rarity.sources import Shares
from blackboard.search.rarity import LEVELS, RAREST

_COMMONEST = 1.0
"""Words of more than one text in three tell nothing: -log(1/3) is about 1."""

_LONGEST = 24
"""Characters; a longer stem is a key or a heap of words without spaces."""


def rarities(published: Sequence[Shares], prompts: Shares) -> dict[str, float]:
    """The rarity of each stem that is less than rare, in steps of a level.

    Only stems that were published are in it: what prompts alone have may be somebody's name.

    >>> rarities([{"test": 0.1, "quokka": 1e-9}], {"test": 0.1, "ada": 0.5})
    {'test': 1.25}
    """
    sources = [*published, prompts]
    found = {}
    for stem in set().union(*published):
        share = sum(each.get(stem, 0.0) for each in sources) / len(sources)
        level = max(0, round((-log(share) - _COMMONEST) * LEVELS))
        if _is_word(stem) and level < RAREST * LEVELS:
            found[stem] = level / LEVELS
    return found


def lines(table: dict[str, float]) -> Iterable[str]:
    """The file: on each line the stems of one level, from the commonest."""
    by_level: dict[int, list[str]] = {}
    for stem, rarity in table.items():
        by_level.setdefault(round(rarity * LEVELS), []).append(stem)
    return (" ".join(sorted(by_level.get(n, ()))) for n in range(max(by_level) + 1))


def _is_word(stem: str) -> bool:
    return 1 < len(stem) <= _LONGEST and stem.isascii() and stem.isalnum() and not stem.isdigit()
