"""How well a document fits a sentence of a situation, by the rarity of what they share."""

from __future__ import annotations

from math import log

from blackboard.delivery.candidates import NOTHING_SHARED, Overlap
from blackboard.search import weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from blackboard.delivery.situation import Situation


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
    length = (weights.SHORT_DOCUMENT / max(weights.SHORT_DOCUMENT, size)) ** weights.LENGTH
    relevance, number = max(
        (
            length * mass / (sentences.masses[number] + weights.SHORT_SENTENCE)
            + weights.COUNT * log(1 + len(shared[number])),
            -number,
        )
        for number, mass in masses.items()
    )
    rarest_first = sorted(shared[-number], key=lambda word: (-sentences.rarities[word], word))
    many = weights.SENTENCES * log(len(sentences.masses))
    return Overlap(tuple(rarest_first), max(0.0, relevance - many))


def bar(situation: Situation) -> float:
    """The least relevance of what may be said by its words alone."""
    return weights.ASKED_BAR if situation.asked else weights.BAR
