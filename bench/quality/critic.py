"""The critic's rules against labelled recommendations."""

from __future__ import annotations

from collections import Counter

from bench.quality.labelled import read
from bench.quality.table import Row
from reflect.accounts.intervals import Share
from reflect.critic.recommendation import Recommendation
from reflect.critic.rules import critique
from reflect.critic.settings import CriticSettings


def measure() -> list[Row]:
    """Agreement on accept, refine and discard, and how often the extremes are confused."""
    settings = CriticSettings()
    counts: Counter[tuple[str, str]] = Counter()
    for label in read("recommendations.jsonl"):
        decision = critique(Recommendation.model_validate(label), settings).decision
        counts[label["label"], decision] += 1
    whole = counts.total()
    agreed = sum(count for (label, decision), count in counts.items() if label == decision)
    confused = counts["accept", "discard"] + counts["discard", "accept"]
    return [
        Row("critic: agreement", Share(agreed, whole)),
        Row("critic: accepted for discarded or the reverse", Share(confused, whole)),
    ]
