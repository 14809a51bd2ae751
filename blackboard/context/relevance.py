"""How much a document and a moment have in common, measured on both.

Light to import, because the hooks of agents use it too.
"""

from __future__ import annotations

from math import sqrt

from blackboard.context.moment import Moment
from blackboard.search.common_words import GENERIC

_UNSHARED = 0.6
"""What a word of the document that the moment lacks is taken for, its rarity being unknown."""

_COMMON, _SHORT = 0.5, 2
"""What a common word in common adds to informative ones: two of them are worth one."""

_MOST_WORDS = 10
"""A long prompt is not about everything that it mentions: more words do not dilute it."""


class Overlap:
    """The words in common, rarest first; how many count as informative; the share from 0 to 1."""

    __slots__ = ("informative", "relevance", "shared")

    def __init__(self, shared: tuple[str, ...], informative: float, relevance: float) -> None:
        self.shared = shared
        self.informative = informative
        self.relevance = relevance


def overlap(
    found: dict[str, bool], discriminative: int, moment: Moment, rarities: dict[str, float]
) -> Overlap:
    """Compare a document with a moment.

    The relevance is the geometric mean of two shares of informative words, weighed by rarity:
    of the document's telling words that the moment has, and of the moment's that the document
    has.

    Args:
        found: the words of the moment that the document has, in the order of `rarities`, and
            whether each is one of its telling words.
        discriminative: how many telling words the document has (`ranking.telling`).
        moment: what is known.
        rarities: the inverse document frequency of the moment's words, scaled so that 1 is a
            word of one document only, rarest first; words that no document has are missing.
    """
    shared = [word for word in found if moment.words.get(word)]
    informative = sum(moment.words[word] for word in shared)
    if shared:
        informative += _COMMON * sum(word in GENERIC and len(word) > _SHORT for word in found)
    told = [word for word in shared if found[word]]
    mass = sum(rarities[word] for word in told)
    mass_anywhere = sum(rarities[word] for word in shared)
    rest_of_document = _UNSHARED * min(_MOST_WORDS, discriminative - len(told))
    asked = sorted((rarities[word] for word in rarities if moment.words.get(word)), reverse=True)
    of_document = mass / (mass + rest_of_document) if mass else 0.0
    of_moment = mass_anywhere / max(sum(asked[:_MOST_WORDS]), mass_anywhere, 1e-9)
    return Overlap(tuple(shared), informative, sqrt(of_document * of_moment))
