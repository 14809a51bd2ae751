"""From what waits to groups in the order of decision; pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from blackboard.delivery.proof import is_said_once
from lessonboard.inbox.grouping import Alike, clusters
from lessonboard.inbox.model import SECTIONS, Group, Inbox, Section, Waiting
from lessonboard.inbox.reasons import several, why


def arranged(waiting: Iterable[Waiting], alike: Alike) -> Inbox:
    """Groups by section and rank, and what is deferred.

    Args:
        waiting: everything that waits, in any order.
        alike: what says the same as a row in other words.
    """
    ranked = sorted(waiting, key=rank)
    shown = [each for each in ranked if not each.deferred]
    parts = [[each for each in shown if section_of(each) == section] for section in SECTIONS]
    in_order = list(chain.from_iterable(parts))
    return Inbox(tuple(_groups(in_order, alike)), tuple(each for each in ranked if each.deferred))


def section_of(waiting: Waiting) -> Section:
    """Where a row is shown."""
    if waiting.row["status"] == "approved":
        return "again"
    return "said" if is_said_once(waiting.row) else "conclusions"


def rank(waiting: Waiting) -> tuple[float | str, ...]:
    """What is decided first: what came back, what was seen often, what was stated as sure."""
    row = waiting.row
    return (
        -waiting.came_back,
        -several(waiting),
        -row["confidence"],
        -row["seen"],
        -row["last_seen_at"],
        row["id"],
    )


def _groups(shown: Sequence[Waiting], alike: Alike) -> Iterable[Group]:
    for found in clusters([each.row for each in shown], alike):
        first = shown[found.first]
        section = section_of(first)
        yield Group(
            section,
            first,
            tuple(shown[place] for place in found.same),
            tuple(shown[place] for place in found.beside),
            why(section, first),
        )
