"""Words by rank: made-up ones, and common English where the counted words were."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from math import exp, log2
from random import Random
from typing import Any, NamedTuple

from bench.made.tokens import FORMS, is_sign
from blackboard.search.rarity import table

_SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
_CONSONANTS = "bdfgklmnprstvz"
_FRESH = 20.0
"""New words are drawn from e to this many."""


class Session(NamedTuple):
    """What a session's texts are drawn by: its own chance, and the words that it used."""

    random: Random
    used: list[str]


class Words:
    """A language: its words by rank, and how they are used in a text.

    Args:
        counted: the numbers of one language in `counts.json`.
        name: of the language; another one has other made-up words.
    """

    def __init__(self, counted: Any, name: str) -> None:
        self._counted = counted
        self.ranked = _ranked(counted, name)
        self._weights = list(accumulate(_weights(counted)))

    def drawn(self, session: Session, count: int) -> list[str]:
        """Words of a text: so many, with as many different ones as such a text has."""
        if not count:
            return []
        random, used = session
        different = self._different(count)
        old = min(round(different * self._counted["of_session"]), len(used))
        words = random.choices(used, k=old) if old else []
        words += random.choices(self.ranked, cum_weights=self._weights, k=different - old)
        if random.random() < self._counted["new"] * count:
            words[-1] = fresh(random)
        used += words[old:]
        words += random.choices(words, k=count - len(words))
        random.shuffle(words)
        return words

    def _different(self, count: int) -> int:
        means: list[float] = self._counted["distinct"]
        octave = min(int(log2(count)), len(means) - 1)
        return max(1, min(count, round(means[octave] * count / 2 ** (octave + 0.5))))


def fresh(random: Random) -> str:
    """A word that was probably never used before."""
    return spelled(int(exp(random.uniform(9, _FRESH))), 4)


def spelled(number: int, length: int) -> str:
    """A made-up word, another one for each number."""
    parts: list[str] = []
    while number or not parts:
        number, digit = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[digit])
    word = "".join(parts)
    return word + _CONSONANTS[len(word) % 14] if len(word) < length else word


def _ranked(counted: Any, name: str) -> list[str]:
    random, common = Random(name), iter(_common())
    return [_word(rank, counted, random, common) for rank in range(counted["ranks"])]


def _word(rank: int, counted: Any, random: Random, common: Any) -> str:
    octave = int(log2(rank + 1))
    length = round(counted["lengths"][octave])
    (form,) = random.choices(FORMS, counted["forms"][octave])
    if form == "common":
        return next(common, None) or spelled(rank + 70, length)
    if form == "number":
        return str(random.randrange(10 ** max(1, length - 1)))
    word = spelled(rank + random.randrange(70, 140), length)
    if form == "identifier":
        return f"{word}_{spelled(rank % 997, 3)}" if rank % 2 else f"{word}{word[:3].title()}"
    return {"capital": word.title(), "upper": word.upper()}.get(form, word)


@cache
def _common() -> Sequence[str]:
    """The words that developers' English knows, the commonest first."""
    return [word for word in table() if word.isalpha() and not is_sign(word)]


def _weights(counted: Any) -> list[float]:
    """The share of each rank: that of its octave, evenly."""
    shares = counted["shares"]
    return [shares[octave := int(log2(rank + 1))] / 2**octave for rank in range(counted["ranks"])]
