"""Which items a worker may claim, by its tags and projects, and in which order."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from blackboard.storage.local import WorkItems
from blackboard.views.view import Row
from scheduler.work import decide
from scheduler.work.item import PRIORITIES


@dataclass(frozen=True)
class Standing:
    """The items as one worker sees them.

    Args:
        items: the table of items.
        tags: what the machine has; items that need anything else are left to others.
        projects: those whose items it sees, beside items of none; None is all.
        newest_first: kinds of which the newest item is claimed where one is due.
    """

    items: WorkItems
    tags: Collection[str]
    projects: frozenset[str] | None
    newest_first: Collection[str]

    def ready(
        self, kinds: Collection[str] | None, now: int, limit: int, *, early: bool
    ) -> tuple[list[Row], list[Row]]:
        """The items whose leases have run out, and those that may be claimed."""
        return self.items.standing(
            PRIORITIES, kinds, now, limit, self.tags, self.projects, early=early
        )

    def chosen(self, ready: list[Row], now: int, limit: int, *, early: bool) -> list[Row]:
        """The most urgent items, the newest in place of others of their kind and priority."""
        chosen = decide.choose(ready, now, limit)
        places = [(row["priority"], row["kind"]) for row in chosen]
        newest = {
            (priority, kind): iter(self.items.newest(
                priority, kind, now, places.count((priority, kind)), self.tags, self.projects,
                early=early,
            ))
            for priority, kind in dict.fromkeys(places) if kind in self.newest_first
        }  # fmt: skip
        return [next(newest[place]) if place in newest else row
                for place, row in zip(places, chosen, strict=True)]  # fmt: skip

    def sees(self, project: str | None) -> bool:
        """Whether an item of a project is one for this worker."""
        return self.projects is None or project is None or project in self.projects
