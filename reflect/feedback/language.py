"""Language: which messages are in another one than English, so that no rule is read in them."""

from __future__ import annotations

import re

from blackboard.event import Event
from blackboard.search.common_words import STOP_WORDS
from reflect.feedback.sentences import sentences
from reflect.feedback.utterance import utterances

_FEWEST_WORDS = 6
"""Fewer words may be a command or a path and prove nothing; nor do fewer foreign letters."""

_LEAST_COMMON = 0.12
"""The share of words that English text hardly ever goes without, by far."""

_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def is_foreign(text: str) -> bool:
    """Whether a message is long enough to judge, and not in English.

    >>> is_foreign("Bitte benutze hier niemals pip, sondern immer uv für alles")
    True
    >>> is_foreign("please never use pip here, use uv for everything")
    False
    >>> is_foreign("テストを必ず実行してからコミットしてください")
    True
    """
    words = _WORD.findall(text.lower())
    letters = "".join(words)
    others = len(re.sub(r"[a-z\u00df-\u024f]", "", letters))
    if others > len(letters) / 2:
        return others >= _FEWEST_WORDS
    if len(words) < _FEWEST_WORDS:
        return False
    return sum(word in STOP_WORDS for word in words) < _LEAST_COMMON * len(words)


def foreign(events: list[Event]) -> int:
    """How many messages of a session's person are not in English."""
    return sum(is_foreign(" ".join(sentences(each.text))) for each in utterances(events))
