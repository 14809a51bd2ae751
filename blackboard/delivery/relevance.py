"""How well a document fits a sentence of a situation, by the rarity of what they share.

The weights and bars were fitted on labelled prompts and lessons of real projects, leaving out one
repository at a time (`bench/quality/gate`, decision 0033).
"""

from __future__ import annotations

from math import log

from blackboard.delivery.candidates import NOTHING_SHARED, Overlap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from blackboard.delivery.situation import Situation

BAR = 0.21
"""The least relevance to speak unasked: 2 in 100 pairs of a prompt and an unrelated board."""

ASKED_BAR = 0.17
"""The least relevance where somebody asked: 5 in 100."""

SHORT_SENTENCE = 20.0
"""Rarity that is added to every sentence: of a sentence of two words one is no proof."""

SHORT_DOCUMENT = 20
LENGTH = 0.35
"""A document with more words than that shares some with everything; the power of its length."""

COUNT = 0.02
"""What more words in common add, whatever they are worth."""

SENTENCES = 0.03
"""What more sentences take away: each of them is another chance to match by accident."""


def overlap(found: Iterable[str], size: int, situation: Situation) -> Overlap:
    """Compare a document with the sentence of a situation that it fits best.

    The relevance is the share of the sentence's rarity that the document has, a little more for
    many words in common, a little less for a long text on either side.

    Args:
        found: the words of the situation that the document has.
        size: how many distinct words the document has.
        situation: what is known.
    """
    sentences = situation.sentences
    masses: dict[int, float] = {}
    shared: dict[int, list[str]] = {}
    for word in found:
        if worth := sentences.rarities[word]:
            for number in sentences.places[word]:
                masses[number] = masses.get(number, 0.0) + worth
                shared.setdefault(number, []).append(word)
    if not masses:
        return NOTHING_SHARED
    length = (SHORT_DOCUMENT / max(SHORT_DOCUMENT, size)) ** LENGTH
    relevance, number = max(
        (
            length * mass / (sentences.masses[number] + SHORT_SENTENCE)
            + COUNT * log(1 + len(shared[number])),
            -number,
        )
        for number, mass in masses.items()
    )
    rarest_first = sorted(shared[-number], key=lambda word: (-sentences.rarities[word], word))
    many = SENTENCES * log(len(sentences.masses))
    return Overlap(tuple(rarest_first), max(0.0, relevance - many))


def bar(situation: Situation) -> float:
    """The least relevance of what may be said by its words alone."""
    return ASKED_BAR if situation.asked else BAR
