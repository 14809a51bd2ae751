"""Rows of the quality tables: a figure, how sure it is, and its goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reflect.accounts.intervals import Share
from reflect.accounts.wilson import wilson


class Row(NamedTuple):
    """One figure; `least` or `most` is its goal, if it has one."""

    what: str
    share: Share
    least: float | None = None
    most: float | None = None

    @property
    def verdict(self) -> str:
        """Whether the goal is met."""
        if self.least is not None:
            return "met" if self.share.value >= self.least else "NOT MET"
        if self.most is not None:
            return "met" if self.share.value <= self.most else "NOT MET"
        return ""


def table(rows: Sequence[Row]) -> str:
    """The rows as a Markdown table, each share with its interval of 95 percent (Wilson)."""
    lines = ["| figure | value | interval | of | goal | |", "|---|---|---|---|---|---|"]
    for row in rows:
        lines.append(
            f"| {row.what} | {_value(row.share)} | {_interval(row.share)} | "
            f"{row.share.part}/{row.share.total} | {_goal(row)} | {row.verdict} |"
        )
    return "\n".join(lines)


def cell(share: Share) -> str:
    """A share with its interval, for tables with a column a repository."""
    if not share.total:
        return "-"
    return f"{_value(share)} ({_interval(share)}; {share.part}/{share.total})"


def grid(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Texts as a Markdown table."""
    lines = [f"| {' | '.join(heading)} |", "|" + "---|" * len(heading)]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _value(share: Share) -> str:
    return f"{share.value:.2f}" if share.total else "-"


def _interval(share: Share) -> str:
    found = wilson(share)
    return f"{found.low:.2f} to {found.high:.2f}" if share.total else "-"


def _goal(row: Row) -> str:
    if row.least is not None:
        return f">= {row.least:g}"
    return f"<= {row.most:g}" if row.most is not None else ""
