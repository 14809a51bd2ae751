"""A row of the quality table: a figure and its goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Row(NamedTuple):
    """One figure; `least` or `most` is its goal, if it has one."""

    what: str
    value: float
    of: int
    least: float | None = None
    most: float | None = None

    @property
    def verdict(self) -> str:
        """Whether the goal is met."""
        if self.least is not None:
            return "met" if self.value >= self.least else "NOT MET"
        if self.most is not None:
            return "met" if self.value <= self.most else "NOT MET"
        return ""


def share(part: int, whole: int) -> float:
    """A part of a whole; 0 of nothing."""
    return part / whole if whole else 0.0


def table(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| figure | value | of | goal | |", "|---|---|---|---|---|"]
    for row in rows:
        goal = (
            f">= {row.least:g}" if row.least is not None
            else f"<= {row.most:g}" if row.most is not None
            else ""
        )  # fmt: skip
        lines.append(f"| {row.what} | {row.value:.3f} | {row.of} | {goal} | {row.verdict} |")
    return "\n".join(lines)
