"""Whether a prompt names a task by its title."""

from __future__ import annotations

from blackboard.search.common_words import STOP_WORDS
from blackboard.search.words import words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.delivery.situation import Situation

_FEWEST = 2
"""A title of one word would be named by every prompt that uses it."""


def names_task(title: str, situation: Situation) -> bool:
    """Whether a prompt has all words of a title; of a very short one, next to each other.

    >>> from blackboard.delivery.situation import Situation
    >>> names_task("Order coffee", Situation(prompt="Please order a coffee for Ada"))
    True
    >>> names_task("Sign in", Situation(prompt="Sign the contract that came in"))
    False
    """
    title_words = words(title)
    informative = [word for word in title_words if word not in STOP_WORDS]
    if len(informative) >= _FEWEST:
        return all(word in situation.sentences.rarities for word in informative)
    phrase, prompt = " ".join(title_words), " ".join(words(situation.prompt))
    return len(title_words) >= _FEWEST and f" {phrase} " in f" {prompt} "
