"""Passphrases: several words that make no sentence, given to the name of a password."""

from __future__ import annotations

from blackboard.redaction.expressions import Expression
from blackboard.redaction.names import role_of

WORDS = r"[A-Za-z]{2,11}\d{0,4}[!?#$%&*+@]?(?:[ ]{1,2}[A-Za-z]{2,11}\d{0,4}[!?#$%&*+@]?){3,11}"
_PHRASE = Expression(WORDS)
_SENTENCE = frozenset(
    """
    the an and or of to in on at by for from with without your you my our we it its this that these
    those is are was were be been being has have had do does did not no can could should would will
    must may might shall if when then than as so but too very only also just all any both each
    every some such more most least less same other new old here there where which who whom whose
    what why how
    enter type use using used set get reset change changed changing choose create created provide
    provided required require requires missing invalid valid match matches matched contain contains
    confirm confirmed forgot forgotten update updated save saved show hide shown hidden incorrect
    wrong empty optional default example user users username login email account name value values
    field fields input string number numbers character characters letters letter length long short
    minimum maximum min max special upper lower uppercase lowercase digit digits code text prompt
    error failed failure please sign into again between during after before about env var file
    config setting settings test tests testing sample dummy placeholder null none true false
    """.split()
)
"""Words that sentences and labels about passwords have, and random words hardly ever."""


def is_passphrase(value: str) -> bool:
    """Whether a value is four words or more, in lower case, that make no sentence.

    >>> is_passphrase("walnut ferry copper meadow"), is_passphrase("the password of the user")
    (True, False)
    """
    if not _PHRASE.fullmatch(value):
        return False
    words = [word.rstrip("!?#$%&*+@0123456789") for word in value.split()]
    if not all(word.islower() for word in words) or len(set(words)) < len(words):
        return False
    return not any(word in _SENTENCE or role_of(word) for word in words)
