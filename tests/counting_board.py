"""A board that counts what is read of it, for tests of how reading grows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from blackboard import Board
from blackboard.event import Event
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.views.view import Row


class CountingBoard(Board):
    """Counts events read by the kind of their stream, and rows by their view.

    What is read with the write lock held counts as `locked` besides.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.counts: Counter[str] = Counter()

    def counted(self) -> Counter[str]:
        """What was read since the last call."""
        found, self.counts = self.counts, Counter()
        return found

    def read(self, *given: Any, **filters: Any) -> Iterator[Event]:
        """See `Board.read`."""
        for event in super().read(*given, **filters):
            self._count(event.stream.partition(":")[0], 1)
            yield event

    def view(self, name: str, **filters: Any) -> list[Row]:  # type: ignore[override]  # any view
        """See `Board.view`."""
        rows: list[Row] = super().view(name, **filters)
        self._count(name, len(rows))
        return rows

    def _count(self, name: str, number: int) -> None:
        assert isinstance(self.log, SqliteLog)
        self.counts[name] += number
        if self.log.transactions.active:
            self.counts["locked"] += number
