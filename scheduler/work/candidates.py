"""The items that a copy of a log elsewhere shows as ready, for claiming without holding that log.

More are offered to the log than are wanted: it takes the first that no one else has claimed
meanwhile, so the order is that of the queue, and one message is enough.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from blackboard.errors import Outdated
from blackboard.views.view import Row
from scheduler.work.item import Item

KEPT = 32
"""Candidates that are read for each that is wanted."""

_FEWEST, _MOST = 4, 100
"""Candidates that are offered beyond those wanted: twice as many as others had the last time."""

_TRIES = 3
"""How often a claim by a copy is tried, before the log is held."""

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


class ByCopy:
    """Claims by a copy of the log, which the log itself refuses where it is out of date.

    Args:
        look: reads so many candidates; None where the log must be held.
        offer: claims so many of some candidates.
        lease: microseconds that a claim lasts.
    """

    def __init__(
        self,
        look: Callable[[Wanted, int], Candidates | None],
        offer: Callable[[Candidates, int], list[Item]],
        lease: int,
    ) -> None:
        self._look, self._offer, self._lease = look, offer, lease
        self._candidates: Candidates | None = None

    def claim(self, wanted: Wanted, limit: int) -> list[Item] | None:
        """Claim what the copy shows as ready, and the log has as it shows it.

        None where the log must be held: a lease has run out, or others are faster each time.
        """
        for _ in range(_TRIES):
            if self._candidates is None or not self._candidates.are_fresh(wanted, self._lease):
                self._candidates = self._look(wanted, KEPT * (limit + 1))
                if self._candidates is None:
                    return None
                if not self._candidates.rows:
                    return []
            try:
                items = self._offer(self._candidates, limit)
            except Outdated:
                self._candidates = None
                continue
            if items:
                return items
        return None
