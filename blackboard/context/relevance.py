"""How much a document and a moment have in common, measured on both."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from blackboard.context.moment import GENERIC, Moment
from blackboard.search.document import Document
from blackboard.search.query import STOP_WORDS
from blackboard.search.words import parts, words

_UNSHARED = 0.6
"""What a word of the document that the moment lacks is taken for, its rarity being unknown."""

_COMMON, _SHORT = 0.5, 2
"""What a common word in common adds to informative ones: two of them are worth one."""

_MOST_WORDS = 10
"""A long prompt is not about everything that it mentions: more words do not dilute it."""


class Overlap(NamedTuple):
    """The words in common, rarest first; how many count as informative; the share from 0 to 1."""

    shared: tuple[str, ...]
    informative: float
    relevance: float


def overlap(document: Document, moment: Moment, rarities: dict[str, float]) -> Overlap:
    """Compare a document with a moment.

    `rarities` holds the inverse document frequency of the moment's words, scaled so that 1 is
    a word of one document only; words that no document has are missing.
    The relevance is the geometric mean of two shares of informative words, weighed by rarity:
    of the document's words that the moment has, and of the moment's that the document has.
    """
    told = _informative(f"{document.head}\n{document.middle}")
    all_words = _words(f"{document.head}\n{document.middle}\n{document.rest}")
    everywhere = told | {word for word in all_words if word not in GENERIC}
    shared = [word for word in rarities if word in everywhere and moment.words.get(word)]
    informative = sum(moment.words[word] for word in shared)
    if shared:
        informative += _COMMON * sum(
            word in GENERIC and len(word) > _SHORT and word in all_words for word in rarities
        )
    mass = sum(rarities[word] for word in shared if word in told)
    mass_anywhere = sum(rarities[word] for word in shared)
    rest_of_document = _UNSHARED * min(_MOST_WORDS, len(told - set(shared)))
    asked = sorted((rarities[word] for word in rarities if moment.words.get(word)), reverse=True)
    of_document = mass / (mass + rest_of_document) if mass else 0.0
    of_moment = mass_anywhere / max(sum(asked[:_MOST_WORDS]), mass_anywhere, 1e-9)
    return Overlap(tuple(shared), informative, sqrt(of_document * of_moment))


def _informative(text: str) -> set[str]:
    return {word for word in _words(text) if word not in GENERIC}


def _words(text: str) -> set[str]:
    return {word for word in {*words(text), *parts(text)} if word not in STOP_WORDS}
