"""A draft insight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from blackboard.events.payload import Evidence
from blackboard.vocabulary import InsightCategory
from reflect.rules.similarity import compare


@dataclass(frozen=True)
class Draft:
    """A statement, with the quotes that are given as its proof, and whether a model worded it."""

    statement: str
    category: InsightCategory
    confidence: float
    actionable: bool
    quotes: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    by_model: bool = False


def merge(known: Sequence[Draft], found: Iterable[Draft]) -> list[Draft]:
    """Merge new insights into known ones; of equal ones the more confident is kept, with all
    proofs.
    """
    merged = list(known)
    for draft in found:
        twin = next((n for n, insight in enumerate(merged) if is_same(insight, draft)), None)
        if twin is None:
            merged.append(draft)
        else:
            best = max(merged[twin], draft, key=lambda insight: insight.confidence)
            proofs = dict.fromkeys((*merged[twin].evidence, *draft.evidence))
            quotes = dict.fromkeys((*merged[twin].quotes, *draft.quotes))
            merged[twin] = replace(best, evidence=tuple(proofs), quotes=tuple(quotes))
    return merged


def is_same(some: Draft, other: Draft) -> bool:
    """Whether two insights state the same."""
    return compare(some.statement, other.statement) == "same"
