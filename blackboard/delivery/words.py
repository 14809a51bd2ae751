"""Which words of a situation tell what it is about; a module of its own for its tables of words."""

from __future__ import annotations

from itertools import islice

from blackboard.search.common_words import GENERIC, STOP_WORDS
from blackboard.search.words import words

_MOST_WORDS = 2_000
"""A prompt with more distinct words than this was pasted; its beginning says what it is about."""

_SHORTEST = 3
"""Shorter words stand in too many texts to tell one from another."""

_CJK = 0.5
"""A lone CJK character is about half a word."""


def informative_words(text: str) -> dict[str, float]:
    """Each distinct word with the share that it counts towards two informative ones.

    Parts of compound words are left out: as words they are common, as parts they look rare.

    >>> informative_words("Fix the quokka")
    {'fix': 0.0, 'quokka': 1.0}
    """
    found = (word for word in dict.fromkeys(words(text)) if word not in STOP_WORDS)
    return {word: _share(word) for word in islice(found, _MOST_WORDS)}


def _share(word: str) -> float:
    if not word.isascii() and len(word) == 1:
        return _CJK
    if word in GENERIC or len(word) < _SHORTEST or word.isdigit():
        return 0.0
    return 1.0
