"""Two words that a person often writes next to each other, and few others do; pure.

Single rare words are mostly chance; what is called by two words is what somebody works on.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from blackboard.search.common_words import STOP_WORDS
from blackboard.search.rarity import rarity
from blackboard.search.words import words

_LONGEST = 1_000
"""Characters of a prompt that somebody typed; longer ones are mostly pasted."""

_SHORTEST = 4
_ONE_PROJECT = 1.3
_WORD = re.compile(r"[^\W\d_]+|[^\w\s]+|[\d_]+")


class Prompt(NamedTuple):
    """What a person wrote in a session."""

    session: str
    project: str | None
    text: str


def own_words(prompts: Iterable[Prompt], names: Iterable[str] = ()) -> str:
    """Return the most particular two, in several sessions if there are such; empty for none.

    Args:
        prompts: what the person wrote.
        names: words that say nothing here, such as those of agents and projects.
    """
    typed = [each for each in prompts if len(each.text) <= _LONGEST]
    known = {word for name in names for word in words(name)}
    pairs = {pair: found for pair, found in _pairs(typed).items() if not known & set(pair)}
    if not pairs:
        return ""
    often = [pair for pair, found in pairs.items() if len({each.session for each in found}) > 1]
    held = Counter(word for each in typed for word in set(words(each.text)))
    best = max(
        often or pairs, key=lambda pair: (_weight(pair, pairs[pair], held, len(typed)), pair)
    )
    return _as_written(best, pairs[best])


def _pairs(prompts: Iterable[Prompt]) -> dict[tuple[str, str], list[Prompt]]:
    """Return the pairs of stems, with the prompts that have them, as often as they do."""
    found: dict[tuple[str, str], list[Prompt]] = defaultdict(list)
    for prompt in prompts:
        for first, second in _neighbours(prompt.text):
            pair = (words(first)[0], words(second)[0])
            if pair[0] != pair[1] and not STOP_WORDS & {*pair, first, second}:
                found[pair].append(prompt)
    return found


def _neighbours(text: str) -> Iterator[tuple[str, str]]:
    """Yield words next to each other; names in code, such as `fooBar`, are none."""
    parts = _WORD.findall(text)
    for first, second in pairwise(parts):
        if all(len(each) >= _SHORTEST and each.isalpha() and _is_plain(each)
               and len(words(each)) == 1 for each in (first, second)):  # fmt: skip
            yield first.lower(), second.lower()


def _is_plain(word: str) -> bool:
    return word[1:] == word[1:].lower()


def _weight(
    pair: tuple[str, str], found: list[Prompt], held: Mapping[str, int], prompts: int
) -> float:
    """Weigh a pair: rare among developers and among the person's prompts, yet repeated."""
    rare = sum(min(rarity(word), 2 * math.log(0.5 + prompts / held[word])) for word in pair)
    sessions = len({each.session for each in found})
    is_of_one = len({each.project for each in found}) == 1
    often = math.log(1 + sessions) * math.log(1 + len(found))
    return rare * often * (_ONE_PROJECT if is_of_one else 1)


def _as_written(pair: tuple[str, str], found: Iterable[Prompt]) -> str:
    """Return the pair as its person writes it most often."""
    forms = Counter(
        f"{first} {second}"
        for prompt in {each.text: each for each in found}.values()
        for first, second in _neighbours(prompt.text)
        if (words(first)[0], words(second)[0]) == pair
    )
    return max(sorted(forms), key=lambda form: forms[form])
