"""Questions: prompts with a hidden lesson, and search queries."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from bench.corpus import frequent, lesson
from bench.made.texts import sentence
from bench.made.words import Session
from blackboard.search.common_words import STOP_WORDS
from blackboard.search.words import words

_SHARED = 4


class Prompt(NamedTuple):
    """A prompt, and the lesson that it shares words with."""

    text: str
    lesson: str


def make_prompts(size: int, count: int, length: int, seed: int = 9) -> list[Prompt]:
    """Prompts of a length, each with four words of one of `size` lessons.

    The other words are drawn by rank, as those of the lessons were.
    """
    random = Random(seed)
    known = map(lesson, random.sample(range(size), min(count, size)))
    return [_prompt(event.payload, length, random) for event in known]


def make_queries(size: int, count: int, length: int, *, common: bool, seed: int = 10) -> list[str]:
    """Search queries of lesson words: neighbours in a text, or the most common words."""
    random = Random(seed + length)
    if common:
        return [" ".join(random.sample(common_words(), length)) for _ in range(count)]
    known = map(lesson, random.sample(range(size), min(count, size)))
    return [" ".join(_words_of(event.payload, length, random)) for event in known]


def common_words() -> list[str]:
    """The forty most common words that say something."""
    return [word for word in frequent() if _is_informative(word)][:40]


def _words_of(payload: Any, count: int, random: Random) -> list[str]:
    parts = ("constraint", "symptom", "root_cause", "resolution")
    return informative_words([payload[part] for part in parts], count, random)


def informative_words(texts: Sequence[str], count: int, random: Random) -> list[str]:
    """A number of informative words from texts."""
    informative = [word for word in dict.fromkeys(" ".join(texts).split()) if _is_informative(word)]
    return random.sample(informative, min(count, len(informative)))


def _is_informative(word: str) -> bool:
    """Whether it is a single informative word."""
    return len(word) > 2 and word.isalpha() and STOP_WORDS.isdisjoint(words(word))


def _prompt(payload: Any, length: int, random: Random) -> Prompt:
    filling = sentence(Session(random, []), length - _SHARED).split()
    for word in _words_of(payload, _SHARED, random):
        filling.insert(random.randrange(len(filling) + 1), word)
    return Prompt(" ".join(filling), payload["lesson"])
