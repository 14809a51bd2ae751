"""Whether a moment names a task by its title; light to import, because hooks ask it too."""

from __future__ import annotations

from blackboard.context.moment import Moment
from blackboard.search.common_words import STOP_WORDS
from blackboard.search.words import words

_FEWEST = 2


def names_task(title: str, moment: Moment) -> bool:
    """Whether all words of a title stand in the prompt; of a very short one, next to each other.

    >>> names_task("Order coffee", Moment(prompt="Please order a coffee for Ada"))
    True
    >>> names_task("Sign in", Moment(prompt="Sign the contract that came in"))
    False
    """
    found = words(title)
    discriminative = [word for word in found if word not in STOP_WORDS]
    if len(discriminative) >= _FEWEST:
        return all(word in moment.words for word in discriminative)
    return len(found) >= _FEWEST and f" {' '.join(found)} " in f" {' '.join(words(moment.prompt))} "
