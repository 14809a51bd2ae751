"""What is asked: prompts with a lesson hidden in them, and searches."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from bench.corpus import lesson
from bench.texts import frequent, recombined, sentences
from blackboard.search.common_words import STOP_WORDS
from blackboard.search.words import words


class Prompt(NamedTuple):
    """A prompt, and the lesson that some of its words were taken from."""

    text: str
    lesson: str


def make_prompts(size: int, count: int, length: int, seed: int = 9) -> list[Prompt]:
    """Prompts of a length, each with eight words of one of `size` lessons among others.

    The other words come from sentences that no lesson was made from.
    """
    random = Random(seed)
    known = map(lesson, random.sample(range(size), min(count, size)))
    return [_prompt(event.payload, length, random) for event in known]


def make_queries(size: int, count: int, length: int, *, common: bool, seed: int = 10) -> list[str]:
    """Searches by words of lessons: neighbours from one text, or the commonest words of all."""
    random = Random(seed + length)
    if common:
        return [" ".join(random.sample(frequent()[:40], length)) for _ in range(count)]
    known = map(lesson, random.sample(range(size), min(count, size)))
    return [" ".join(_told_words(event.payload, length, random)) for event in known]


def _told_words(payload: Any, count: int, random: Random) -> list[str]:
    parts = ("constraint", "symptom", "root_cause", "resolution")
    return told_words([payload[part] for part in parts], count, random)


def told_words(texts: Sequence[str], count: int, random: Random) -> list[str]:
    """Some words of texts that mean something, as many as there are."""
    discriminative = [word for word in dict.fromkeys(" ".join(texts).split()) if _tells(word)]
    return random.sample(discriminative, min(count, len(discriminative)))


def _tells(word: str) -> bool:
    """Whether it is one word, and one that means something."""
    return len(word) > 2 and word.isalpha() and STOP_WORDS.isdisjoint(words(word))


def _prompt(payload: Any, length: int, random: Random) -> Prompt:
    filling = recombined(random, length - 8, sentences()[1::2]).split()
    for word in _told_words(payload, 8, random):
        filling.insert(random.randrange(len(filling) + 1), word)
    return Prompt(" ".join(filling), payload["lesson"])
