"""The vocabulary of all generated texts.

Texts are recombined from real sentences where that data is available, else generated from an
invented vocabulary with natural frequencies.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random

from blackboard.search.common_words import STOP_WORDS
from blackboard.search.words import words

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
"""Third-party texts and transcripts, which are not part of this repository."""

_MOST_NAMES = 1_000_000
_WORDS_WITH_NAME = 14
_SYLLABLES = [first + second for first in "bdfgklmnprstvz" for second in ("a", "e", "i", "o", "u")]


@cache
def sentences() -> tuple[str, ...]:
    """The sentences for lessons and prompts."""
    file = DATA / "lessons" / "rules.jsonl"
    if file.is_file():
        texts = (json.loads(line)["text"] for line in file.read_text().splitlines())
        return tuple(text for text in texts if 6 <= len(text.split()) <= 60)
    random = Random(1)
    return tuple(" ".join(name(random) for _ in range(18)) for _ in range(2500))


def name(random: Random) -> str:
    """An invented word; by Zipf's law few are frequent and most are rare."""
    number = len(_SYLLABLES) + int(exp(random.uniform(0, log(_MOST_NAMES))))
    spelled = ""
    while number:
        number, digit = divmod(number, len(_SYLLABLES))
        spelled += _SYLLABLES[digit]
    return spelled


def recombined(random: Random, length: int, some: Sequence[str]) -> str:
    """Halves of random sentences, joined up to a length.

    One word in fourteen is replaced by an invented one, because real texts never run out of new
    words.
    """
    chosen: list[str] = []
    while len(chosen) < length:
        words = random.choice(some).split()
        half = max(3, min(length, len(words)) // 2)
        chosen += words[:half] if random.random() < 0.5 else words[-half:]
    for start in range(0, length, _WORDS_WITH_NAME):
        chosen[random.randrange(start, min(start + _WORDS_WITH_NAME, length))] = name(random)
    return " ".join(chosen[:length])


@cache
def frequent() -> list[str]:
    """The words of all sentences, most common first, without stop words."""
    counts: dict[str, int] = {}
    for sentence in sentences():
        for word in set(words(sentence)) - STOP_WORDS:
            counts[word] = counts.get(word, 0) + word.isalpha()
    return sorted(counts, key=lambda word: (-counts[word], word))
