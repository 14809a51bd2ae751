"""Dropping recommendations that say what a better one says already."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import NamedTuple

from rapidfuzz import fuzz

from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import Deduplication
from reflect.likeness import compare
from reflect.reading import read

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class Scored(NamedTuple):
    """A recommendation and how good it is."""

    recommendation: Recommendation
    score: float


class Duplicate(NamedTuple):
    """A recommendation that was dropped, and the one that stays."""

    dropped: Scored
    kept: Scored


def deduplicate(
    scored: Sequence[Scored],
    settings: Deduplication,
    threshold: float,
    embed: Embed | None = None,
) -> tuple[list[Scored], list[Duplicate]]:
    """Keep the best of each group of duplicates, in the order given.

    Whatever the method, two texts are duplicates only if they name the same numbers, paths and
    identifiers and do not contradict each other.

    Raises:
        ValueError: the method is semantic and there is nothing to embed with.
    """
    if not settings.enabled:
        return list(scored), []
    alike = _method(scored, settings, threshold, embed)
    ranked = sorted(range(len(scored)), key=lambda number: -scored[number].score)
    kept: list[int] = []
    dropped: list[Duplicate] = []
    for number in ranked:
        twin = next((each for each in kept if alike(each, number)), None)
        if twin is None:
            kept.append(number)
        else:
            dropped.append(Duplicate(scored[number], scored[twin]))
    return [scored[number] for number in sorted(kept)], dropped


def _method(
    scored: Sequence[Scored], settings: Deduplication, threshold: float, embed: Embed | None
) -> Callable[[int, int], bool]:
    texts = [_text(each.recommendation, settings) for each in scored]
    plain = [" ".join(text.lower().split()) for text in texts]
    if settings.method == "exact":
        return lambda one, two: plain[one] == plain[two]
    if settings.method == "fuzzy":
        return lambda one, two: (
            _is_same(texts[one], texts[two])
            and (
                fuzz.ratio(plain[one], plain[two]) >= threshold * 100
                or compare(texts[one], texts[two]) == "same"
            )
        )
    if embed is None:
        raise ValueError("semantic deduplication needs embeddings")
    vectors = list(embed(texts)) if texts else []
    return lambda one, two: (
        _is_same(texts[one], texts[two]) and (_cosine(vectors[one], vectors[two]) >= threshold)
    )


def _text(recommendation: Recommendation, settings: Deduplication) -> str:
    values = (str(getattr(recommendation, name)).strip() for name in settings.compare_fields)
    return "\n".join(value for value in values if value)


def _is_same(one: str, two: str) -> bool:
    """Whether two texts could mean the same: the same literals, and not opposites."""
    return read(one).literals == read(two).literals and compare(one, two) != "opposite"


def _cosine(one: Sequence[float], two: Sequence[float]) -> float:
    product = sum(a * b for a, b in zip(one, two, strict=True))
    lengths = sqrt(sum(a * a for a in one)) * sqrt(sum(b * b for b in two))
    return product / lengths if lengths else 0.0
