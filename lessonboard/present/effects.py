"""Comparisons of sessions with and without lessons, for programs and for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blackboard.event import iso
from reflect.accounts.intervals import Pair, difference
from reflect.accounts.pool import Pool
from reflect.accounts.verdict import about_needed, sessions, total


def effect_json(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Return the comparison as shares of sessions in which failures came back."""
    found = difference(pairs)
    return {
        "with": total(pair.shown for pair in pairs)._asdict(),
        "without": total(pair.other for pair in pairs)._asdict(),
        "estimate": found.estimate,
        "low": found.low,
        "high": found.high,
        "sessions": sessions(pairs),
        "about_needed": about_needed(pairs),
    }


def pool_json(pool: Pool) -> dict[str, Any]:
    """Return the comparison of several lessons."""
    return {
        "group": pool.group,
        "name": pool.name,
        "lessons": pool.lessons,
        "since": iso(pool.since),
        **effect_json(pool.pairs),
    }
