"""An insight before it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from blackboard.events.payload import Evidence
from blackboard.vocabulary import InsightCategory
from reflect.rules.similarity import compare


@dataclass(frozen=True)
class Draft:
    """A statement somebody made, with the quotes that he says prove it."""

    statement: str
    category: InsightCategory
    confidence: float
    actionable: bool
    quotes: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()


def merge(known: Sequence[Draft], found: Iterable[Draft]) -> list[Draft]:
    """Known insights and new ones; of two that say the same the surer stays, with both proofs."""
    merged = list(known)
    for draft in found:
        twin = next((n for n, each in enumerate(merged) if is_same(each, draft)), None)
        if twin is None:
            merged.append(draft)
        else:
            best = max(merged[twin], draft, key=lambda each: each.confidence)
            proofs = dict.fromkeys((*merged[twin].evidence, *draft.evidence))
            quotes = dict.fromkeys((*merged[twin].quotes, *draft.quotes))
            merged[twin] = replace(best, evidence=tuple(proofs), quotes=tuple(quotes))
    return merged


def is_same(some: Draft, other: Draft) -> bool:
    """Whether two insights say the same."""
    return compare(some.statement, other.statement) == "same"
