"""All pairs of real rules: the verdicts on them, against what a reader found.

The rules are not part of this repository, so `labels/rule_pairs.jsonl` keeps the digest of each
pair that was read, with the verdict that it was read for and whether that is right. A verdict that
nobody has read counts as wrong, so that a change of the comparison is followed by reading.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from bench.quality.labelled import read, rules
from bench.quality.table import Row
from blackboard.search.terms import terms
from reflect.accounts.intervals import Share
from reflect.rules.similarity import CONTRADICTING, compare, folded

_READ = "rule_pairs.jsonl"


def measure(verbose: bool = False) -> list[Row]:
    """Precision of "same" and "opposite", and how many pairs a person would be shown."""
    texts = sorted({rule["text"] for rule in rules().values()})
    if not texts:
        return []
    right = {(each["pair"], each["verdict"]) for each in read(_READ) if each["right"]}
    known = {each["pair"] for each in read(_READ)}
    counts: Counter[str] = Counter()
    for some, other, verdict in verdicts(texts):
        name = digest(some, other)
        counts[verdict] += 1
        counts[f"{verdict} right"] += (name, verdict) in right
        if verbose and name not in known:
            print(f"not read: {verdict} {name}\n  {some}\n  {other}")
    return [
        Row("duplicates: precision, real rules, read", Share(counts["same right"], counts["same"]),
            least=0.98),
        Row("opposites: precision, real rules, read",
            Share(counts["opposite right"], counts["opposite"]), least=0.95),
        Row("opposites: pairs of real rules put before a person",
            Share(counts["unsure"], len(texts))),
    ]  # fmt: skip


def verdicts(texts: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Each pair that is not different, but for those that are alike letter by letter."""
    for one, two in _candidates([frozenset(terms(text)) for text in texts]):
        some, other = texts[one], texts[two]
        if folded(some) != folded(other):
            verdict = compare(some, other)
            if verdict != "different":
                yield some, other, verdict


def digest(some: str, other: str) -> str:
    """What stands for a pair of rules, in either order."""
    return hashlib.sha256("\0".join(sorted((some, other))).encode()).hexdigest()[:16]


def _candidates(sets: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """The pairs that the board's index would find."""
    holders: dict[str, list[int]] = defaultdict(list)
    for number, these in enumerate(sets):
        shared = Counter(other for term in these for other in holders[term])
        for other, count in shared.items():
            if count > CONTRADICTING * len(these | sets[other]):
                yield other, number
        for term in these:
            holders[term].append(number)
