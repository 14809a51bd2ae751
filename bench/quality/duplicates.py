"""Near-duplicate detection against labelled pairs."""

from __future__ import annotations

from collections import Counter

from bench.quality.labelled import read, rules
from bench.quality.table import Row
from reflect.accounts.intervals import Share
from reflect.rules.similarity import compare


def measure() -> list[Row]:
    """Precision and recall of "same" and "opposite", and how many opposites would be merged."""
    known = rules()
    counts: Counter[tuple[str, str]] = Counter()
    for pair in read("pairs.jsonl"):
        some, other = (_text(pair, side, known) for side in ("a", "b"))
        if some and other:
            counts[pair["label"], compare(some, other)] += 1
    merged = sum(count for (_, verdict), count in counts.items() if verdict == "same")
    duplicates = sum(count for (label, _), count in counts.items() if label == "duplicate")
    right = counts["duplicate", "same"]
    opposites = sum(count for (label, _), count in counts.items() if label == "opposite")
    called = sum(count for (_, verdict), count in counts.items() if verdict == "opposite")
    found = counts["opposite", "opposite"]
    return [
        Row("duplicates: precision", Share(right, merged), least=0.98),
        Row("duplicates: recall", Share(right, duplicates), least=0.85),
        Row("duplicates: opposites merged", Share(counts["opposite", "same"], opposites), most=0),
        Row("opposites: precision, own pairs (tuned)", Share(found, called), least=0.95),
        Row("opposites: recall, own pairs (tuned)", Share(found, opposites)),
    ]


def _text(pair: dict[str, str], side: str, known: dict[str, dict[str, str]]) -> str:
    """One side of a pair; empty if it refers to data that is not available."""
    return pair.get(side) or known.get(pair.get(f"{side}_id", ""), {}).get("text", "")
