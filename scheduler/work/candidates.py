"""The items that a copy of a log elsewhere shows as ready, for claiming without holding that log.

More are offered to the log than are wanted: it takes the first that no one else has claimed
meanwhile, so the order is that of the queue, and one message is enough.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from blackboard.views.view import Row

KEPT = 32
"""Candidates that are read for each that is wanted."""

_FEWEST, _MOST = 4, 100
"""Candidates that are offered beyond those wanted: twice as many as others had the last time."""

_SECONDS = 1.0
"""How long candidates are offered; what has become due by time alone is seen then.

The lease of a claim counts from when they were read: it is shorter by as much.
"""

CHANGING = ("work.created", "work.released", "work.failed", "work.quarantined", "payload.forgotten")
"""The events after which other items may come first; the log refuses a claim that lacks one."""


class Wanted(NamedTuple):
    """What a worker claims."""

    kinds: Collection[str] | None
    early: bool


@dataclass
class Candidates:
    """Ready items in the order of the queue, and the versions of their streams.

    Args:
        wanted: by what they were chosen.
        rows: the items that may still be free.
        versions: of each item's stream, in the copy.
        since: the position up to which the copy had come.
        now: the time by the log's clock when they were read.
        read_at: the same by the machine's monotonic clock.
        spare: how many are offered beyond those wanted.
    """

    wanted: Wanted
    rows: list[Row]
    versions: dict[str, int]
    since: int
    now: int
    read_at: float
    spare: int = _FEWEST

    def are_fresh(self, wanted: Wanted, lease: int) -> bool:
        """Whether they may be offered for these wishes, with a lease of so many microseconds."""
        age = time.monotonic() - self.read_at
        return bool(self.rows) and self.wanted == wanted and age < min(_SECONDS, lease / 10e6)

    def offered(self, limit: int) -> list[Row]:
        """Those of which the log takes the first that are free."""
        return self.rows[: limit + self.spare]

    def remove(self, offered: Sequence[Row], taken: Collection[str], limit: int) -> None:
        """Leave out what was taken, and what came before the last of it: others have that."""
        last = len(offered)
        if len(taken) >= limit:
            last = 1 + max(n for n, row in enumerate(offered) if row["item"] in taken)
        del self.rows[:last]
        self.spare = min(_MOST, max(_FEWEST, 2 * (last - len(taken))))
