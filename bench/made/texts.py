"""Made texts: lines of counted shapes, filled with words by rank."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bench.made.tokens import END, QUANTILES, WORD
from bench.made.words import Session, Words

_COUNTS = Path(__file__).with_name("counts.json")
_LINES, _LONGEST = 1_500, 120
"""Shapes for each kind of text, and the symbols of the longest."""

_PROSE = ("prompt", "answer")


class Shape(NamedTuple):
    """A line with a place for each word."""

    line: str
    places: int
    length: int


@cache
def counts() -> Any:
    """What was counted on real transcripts."""
    return json.loads(_COUNTS.read_text())


@cache
def language(kind: str) -> Words:
    """The words that a kind of text is made of."""
    name = "prose" if kind in _PROSE else "code"
    return _language(name)


@cache
def _language(name: str) -> Words:
    return Words(counts()["words"][name], name)


def text(kind: str, session: Session, size: int | None = None) -> str:
    """A text of a kind, of a size as such texts have."""
    random = session.random
    size = drawn(counts()["sizes"][kind], random) if size is None else size
    chosen: list[Shape] = []
    length = 0
    while length < size:
        chosen.append(random.choice(shapes(kind)))
        length += chosen[-1].length
    words = language(kind).drawn(session, sum(shape.places for shape in chosen))
    return ("\n".join(shape.line for shape in chosen) % tuple(words))[:size]


def drawn(quantiles: Sequence[float], random: Random) -> int:
    """A number by its counted quantiles."""
    share = random.random()
    above = next(place for place, each in enumerate(QUANTILES) if each > share)
    low, high = (quantiles[place] + 1 for place in (above - 1, above))
    part = (share - QUANTILES[above - 1]) / (QUANTILES[above] - QUANTILES[above - 1])
    return round(exp(log(low) + part * (log(high) - log(low)))) - 1


@cache
def shapes(kind: str) -> Sequence[Shape]:
    """Lines as such texts have them."""
    random, contexts = Random(kind), counts()["shapes"][kind]
    return [_shape(random, contexts) for _ in range(_LINES)]


def _shape(random: Random, contexts: Mapping[str, Mapping[str, float]]) -> Shape:
    one = other = END
    found: list[str] = []
    while len(found) < _LONGEST:
        after = contexts.get(f"{one}\t{other}") or contexts.get(f"{WORD}\t{other}") or {END: 1.0}
        (symbol,) = random.choices(list(after), list(after.values()))
        if symbol == END:
            break
        found.append("%s" if symbol == WORD else symbol.replace("%", "%%"))
        one, other = other, symbol
    places = found.count("%s")
    line = "".join(found)
    return Shape(line, places, len(line) - 2 * places + 6 * places + 1)


def sentence(session: Session, words: int) -> str:
    """So many words of prose."""
    return " ".join(language("answer").drawn(session, words))
