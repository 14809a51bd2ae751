"""Which known lessons a question lists: those that share most with the digest; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum, log

from blackboard.search.terms import terms
from blackboard.views.rows import LessonRow

MOST_KNOWN = 14
_FEWEST_SHARED = 2


def fitting(rows: Sequence[LessonRow], text: str, most: int = MOST_KNOWN) -> list[LessonRow]:
    """The lessons that share most rare words with a text, best first.

    Args:
        rows: the active lessons of the project.
        text: a digest.
        most: the most that are listed.
    """
    said = set(terms(text))
    shared = {row["id"]: said & _terms(row) for row in rows}
    known = Counter(term for row in rows for term in _terms(row))
    worth = {
        name: fsum(log(1 + len(rows) / known[term]) for term in found)
        for name, found in shared.items()
        if len(found) >= _FEWEST_SHARED
    }
    best = sorted((row for row in rows if row["id"] in worth),
                  key=lambda row: (-worth[row["id"]], row["id"]))  # fmt: skip
    return best[:most]


def listed(rows: Iterable[LessonRow]) -> str:
    """Lessons as a question lists them."""
    return "\n".join(f"- {row['id']}: {row['constraint']}" for row in rows) or "(none)"


def _terms(row: LessonRow) -> set[str]:
    return set(terms(f"{row['constraint']} {' '.join(row['tags'])}"))
