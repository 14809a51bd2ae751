"""How much a document and a situation have in common, measured on both."""

from __future__ import annotations

from math import sqrt

from blackboard.delivery.candidates import NOTHING_SHARED, Overlap
from blackboard.search.common_words import GENERIC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from blackboard.delivery.situation import Situation

_UNSHARED = 0.6
"""What a word of the document that the situation lacks is taken for, its rarity being unknown."""

_COMMON = 0.5
"""What a common word in common adds to informative ones: two of them are worth one."""

_SHORT = 2
"""Common words no longer than this add nothing."""

_MOST_WORDS = 10
"""A long prompt is not about everything that it mentions: more words do not dilute it."""


def overlap(
    found: dict[str, bool], discriminative: int, situation: Situation, rarities: dict[str, float]
) -> Overlap:
    """Compare a document with a situation.

    The relevance is the geometric mean of two shares of informative words, weighed by rarity:
    of the document's telling words that the situation has, and of the situation's words that the
    document has.

    Args:
        found: the words of the situation that the document has, in the order of `rarities`, and
            whether each is one of its telling words.
        discriminative: how many telling words the document has (`ranking.telling`).
        situation: what is known.
        rarities: the inverse document frequency of the situation's words, scaled so that 1 is a
            word of one document only, rarest first; words that no document has are missing.
    """
    shared = tuple(word for word in found if situation.words.get(word))
    if not shared:
        return NOTHING_SHARED
    informative = sum(situation.words[word] for word in shared)
    informative += _COMMON * sum(word in GENERIC and len(word) > _SHORT for word in found)
    return Overlap(
        shared,
        informative,
        sqrt(
            _share_of_document([word for word in shared if found[word]], discriminative, rarities)
            * _share_of_situation(shared, situation, rarities)
        ),
    )


def _share_of_document(
    telling_shared: list[str], discriminative: int, rarities: dict[str, float]
) -> float:
    """The share of its telling words that the situation has, by weight."""
    if not telling_shared:
        return 0.0
    mass = sum(rarities[word] for word in telling_shared)
    return mass / (mass + _UNSHARED * min(_MOST_WORDS, discriminative - len(telling_shared)))


def _share_of_situation(
    shared: tuple[str, ...], situation: Situation, rarities: dict[str, float]
) -> float:
    """The share of the situation's informative words that the document has, by weight."""
    mass = sum(rarities[word] for word in shared)
    asked = sorted((rarities[word] for word in rarities if situation.words.get(word)), reverse=True)
    return mass / max(sum(asked[:_MOST_WORDS]), mass)
