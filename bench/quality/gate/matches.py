"""What each text and each lesson have in common, kept so that other weights are tried quickly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

from bench.quality.gate.boards import Lesson
from bench.quality.gate.queries import words_of
from blackboard.delivery.words import Sentences, own_words
from blackboard.search.common_words import STOP_WORDS
from blackboard.search.words import words_and_parts

_LEAST_MASS = 3.0
"""Less can pass no bar."""


class Weights(NamedTuple):
    """The weights of the gate, see `blackboard.search.weights`."""

    short_sentence: float
    length: float
    words: float
    sentences: float


class Match(NamedTuple):
    """One sentence and one lesson: the rarity in common, that of the sentence, the words."""

    mass: float
    whole: float
    words: int


class Text(NamedTuple):
    """A text compared with a board: by lesson its number of words and its best sentences."""

    sentences: int
    lessons: dict[str, tuple[int, list[Match]]]


def compared(
    text: str, projects: Iterable[str], documents: Mapping[str, Mapping[str, frozenset[str]]]
) -> dict[str, Text]:
    """A text compared with the lessons of each project."""
    found = {}
    for project in projects:
        sentences = Sentences(text, own_words(f"github.com/{project}"))
        lessons = {
            name: (len(words), matches)
            for name, words in documents[project].items()
            if (matches := _matches(sentences, words))
        }
        found[project] = Text(max(1, len(sentences.masses)), lessons)
    return found


def documents(boards: Mapping[str, Sequence[Lesson]]) -> dict[str, dict[str, frozenset[str]]]:
    """The distinct words of each lesson of each board."""
    return {
        project: {
            lesson.id: frozenset(
                word
                for text in words_of(lesson)
                for word in words_and_parts(text)
                if word not in STOP_WORDS
            )
            for lesson in lessons
        }
        for project, lessons in boards.items()
    }


def relevance(match: Match, size: int, sentences: int, weights: Weights) -> float:
    """The relevance by other weights than the product's."""
    length = (20 / max(20, size)) ** weights.length
    share = length * match.mass / (match.whole + weights.short_sentence)
    worth: float = share + weights.words * log(1 + match.words)
    return worth - weights.sentences * log(sentences)


def ranked(text: Text, weights: Weights) -> list[tuple[float, str]]:
    """The lessons of a board by their relevance to a text, best first."""
    scores = (
        (max(relevance(match, size, text.sentences, weights) for match in matches), name)
        for name, (size, matches) in text.lessons.items()
    )
    return sorted(scores, reverse=True)


def _matches(sentences: Sentences, words: frozenset[str]) -> list[Match]:
    shared: dict[int, list[float]] = {}
    for word in words & sentences.rarities.keys():
        if worth := sentences.rarities[word]:
            for number in sentences.places[word]:
                shared.setdefault(number, []).append(worth)
    found = {
        Match(sum(each), sentences.masses[number], len(each))
        for number, each in shared.items()
        if sum(each) >= _LEAST_MASS
    }
    return sorted(found)
