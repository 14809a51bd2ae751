"""Whether the index over passages holds what the log puts there, one window of it at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence

from blackboard.storage.sqlite import passage_sessions
from blackboard.storage.sqlite.index_check import settings, sums_of_words
from blackboard.storage.sqlite.passages import (
    TABLE,
    Gap,
    PassageIndex,
    create_table,
    drop_table,
    insert,
)

_WINDOW = 10_000
_AGAIN = "passages_again"


def problems(connection: sqlite3.Connection) -> Iterator[str]:
    """What differs; nothing where there is no such index yet."""
    index = PassageIndex(connection)
    reached = index.position()
    if reached is None:
        return
    live = sums_of_words(connection, "main", TABLE)
    for start, end in _windows(reached, index.gaps(reached)):
        create_table(connection, "temp", _AGAIN)
        insert(connection, f"temp.{_AGAIN}", start, end)
        folded = sums_of_words(connection, "temp", _AGAIN)
        if start == 0 and settings(connection, "main", TABLE) != settings(
            connection, "temp", _AGAIN
        ):
            yield f"the index of passages: the settings of {TABLE} were changed"
        moved = passage_sessions.differing(
            connection, f"main.{TABLE}", f"temp.{_AGAIN}", start, end
        )
        drop_table(connection, f"temp.{_AGAIN}")
        for position in moved:
            yield f"the index of passages: event {position} has another session in the log"
        for position, sum_ in folded.items():
            if live.pop(position, None) != sum_:
                yield f"the index of passages: event {position} is not indexed as the log has it"
    for position in live:
        yield f"the index of passages: event {position} has no passage in the log"
    if passage_sessions.miscounted(connection, f"main.{TABLE}"):
        yield "the index of passages: how many passages sessions have is not what they have"


def _windows(reached: int, gaps: Sequence[Gap]) -> Iterator[tuple[int, int]]:
    """The positions that are indexed, in windows: after which one, up to which one."""
    start = 0
    for gap in [*gaps, Gap(reached, reached)]:
        for first in range(start, gap.start, _WINDOW):
            yield first, min(first + _WINDOW, gap.start)
        start = gap.end
