"""Which items wait for one that was quarantined, directly or through others; pure."""

from __future__ import annotations

from collections.abc import Iterable

from blackboard.views.rows import WorkRow

ASIDE = ("quarantined", "failed")
"""The states that an item leaves only when a person retries it."""

CONCERNED = ("blocked", *ASIDE)
"""The states of the rows that it is derived from."""


def stuck(rows: Iterable[WorkRow]) -> dict[str, list[str]]:
    """The blocked items that wait for quarantined items, and for which.

    Args:
        rows: all that are blocked or quarantined.
    """
    by_id = {row["item"]: row for row in rows if row["state"] in CONCERNED}
    found: dict[str, list[str]] = {}
    for aside in sorted(name for name, row in by_id.items() if row["state"] in ASIDE):
        seen: set[str] = set()
        reached = [aside]
        while reached:
            for name in by_id[reached.pop()]["dependents"]:
                row = by_id.get(name)
                if row is not None and row["state"] == "blocked" and name not in seen:
                    seen.add(name)
                    reached.append(name)
                    found.setdefault(name, []).append(aside)
    return found
