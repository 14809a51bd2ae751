"""Which rows are one decision: those that say the same, and those that come from one source; pure.

One message, file or call is one source: the first event that a row cites. A sentence that a rule
took from a message, and a conclusion that quotes that sentence, say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from blackboard.views.rows import RuleRow

MOST = 30
"""Rows of one decision that a person can look through; more of one source are several."""

Alike = Callable[[RuleRow], Collection[str]]
"""The ids of rows that say the same in other words."""


class Cluster(NamedTuple):
    """Places of rows: the first, those that say the same as it, and those of its source."""

    first: int
    same: tuple[int, ...]
    beside: tuple[int, ...]


def clusters(rows: Sequence[RuleRow], alike: Alike) -> list[Cluster]:
    """Put each row into one cluster, in the order of their first rows.

    Args:
        rows: in the order in which they should be decided.
        alike: what says the same as a row.
    """
    places = {row["id"]: place for place, row in enumerate(rows)}
    sources = _by_source(rows)
    found: list[Cluster] = []
    taken: set[int] = set()
    for place, row in enumerate(rows):
        if place in taken:
            continue
        beside = [each for each in sources.get(source_of(row), ()) if each not in taken]
        near = [places[name] for name in alike(row) if name in places]
        same = {each for each in near if each not in taken}
        same |= {each for each in beside if _is_quoted(row, rows[each])}
        same = set(sorted(same - {place})[: MOST - 1])
        rest = [each for each in beside if each not in same and each != place]
        rest = rest[: MOST - 1 - len(same)]
        found.append(Cluster(place, tuple(sorted(same)), tuple(rest)))
        taken |= {place, *same, *rest}
    return found


def source_of(row: RuleRow) -> str:
    """The event that a row cites first; empty where it cites none."""
    return str(row["evidence"][0]["event_id"]) if row["evidence"] else ""


def _by_source(rows: Iterable[RuleRow]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        if source := source_of(row):
            found.setdefault(source, []).append(place)
    return found


def _is_quoted(some: RuleRow, other: RuleRow) -> bool:
    """Whether one of two rows of one source is a rule's sentence that the other quotes, or has."""
    if all(row.get("proof", "proposed") for row in (some, other)):
        return False
    one, two = _quotation(some), _quotation(other)
    return bool(one and two) and (one in two or two in one)


def _quotation(row: RuleRow) -> str:
    return " ".join(str(row["evidence"][0]["quote"]).lower().split())
