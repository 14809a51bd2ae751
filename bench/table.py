"""The print of a run: a row for each work and peer, a column for each size, and the growth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import NamedTuple

from bench.budgets import BUDGETS, FLAT, growth
from bench.result import Failed, Result

_NOISE = {"s": 0.03, "ms": 1.0}
"""Costs below it are lost in what everything costs: their growth says nothing."""

Groups = Mapping[str, Sequence[Result | Failed]]


class Row(NamedTuple):
    """The results of one work beside one peer, by size."""

    results: Sequence[Result]

    @property
    def growth(self) -> float | None:
        """The power of the size with which the cost grows."""
        first, last = self.results[0], self.results[-1]
        if first.size == last.size or not (first.ours > 0 and last.ours > 0):
            return None
        if max(first.ours, last.ours) < _NOISE.get(first.unit, 0):
            return 0.0
        power = log(last.ours / first.ours) / log(last.size / first.size)
        return -power if first.is_rate else power

    @property
    def has_grown_too_much(self) -> bool:
        """Whether it is worse than its budget of growth."""
        most, found = growth(self.results[0].work), self.growth
        return most is not None and found is not None and found > most

    @property
    def met(self) -> bool | None:
        """Whether all budgets of the row are met; None if it has none."""
        found = [each.met for each in self.results if each.met is not None]
        if growth(self.results[0].work) is not None and self.growth is not None:
            found.append(not self.has_grown_too_much)
        return all(found) if found else None


def rows(results: Iterable[Result]) -> list[Row]:
    """The rows of some results, in their order."""
    found: dict[tuple[str, str], list[Result]] = {}
    for each in results:
        peer = each.peer if each.peer != "limit" else ""
        found.setdefault((each.work, peer), []).append(each)
    return [Row(sorted(each, key=lambda result: result.size)) for each in found.values()]


def is_missed(groups: Groups) -> bool:
    """Whether a budget was missed or a measurement failed."""
    given = [each for some in groups.values() for each in some]
    failed = any(isinstance(each, Failed) for each in given)
    return failed or any(row.met is False for row in rows(_results(given)))


def unused(groups: Groups) -> list[str]:
    """The works that have a budget and no row."""
    seen = {each.work for some in groups.values() for each in _results(some)}
    return [work for work in BUDGETS if work not in seen]


def as_text(groups: Groups) -> str:
    """The tables with aligned columns, for a terminal."""
    sizes = _sizes(groups)
    cells = {name: _table(some, sizes) for name, some in groups.items()}
    columns = zip(*(row for table in cells.values() for row in table), strict=True)
    widths = [max(map(len, column)) for column in columns]
    parts = []
    for name, table in cells.items():
        parts += ["", name, *(_aligned(row, widths) for row in table)]
    return "\n".join(parts)


def as_markdown(groups: Groups) -> str:
    """The tables as they are in docs/performance.md."""
    parts = []
    for name, some in groups.items():
        heading, *table = _table(some, _sizes(groups))
        lines = [heading, tuple("---" for _ in heading), *table]
        parts += [f"## {name}", "", *(f"| {' | '.join(row)} |" for row in lines), ""]
    return "\n".join(parts)


def _sizes(groups: Groups) -> list[int]:
    return sorted({each.size for some in groups.values() for each in _results(some)})


def _table(some: Sequence[Result | Failed], sizes: Sequence[int]) -> list[tuple[str, ...]]:
    blank = [""] * len(sizes)
    columns = [f"{size:,}" for size in sizes]
    return [
        ("work", *columns, "growth", "beside", "ratio", "budget", "met"),
        *(_cells(row, sizes) for row in rows(_results(some))),
        *((f"{each.name}: failed", *blank, "", each.reason, "", "", "NO")
          for each in some if isinstance(each, Failed)),
    ]  # fmt: skip


def _results(some: Iterable[Result | Failed]) -> list[Result]:
    return [each for each in some if isinstance(each, Result)]


def _cells(row: Row, sizes: Sequence[int]) -> tuple[str, ...]:
    first, last = row.results[0], row.results[-1]
    by_size = {each.size: f"{short(each.ours)} {first.unit}".strip() for each in row.results}
    return (
        first.work,
        *(by_size.get(size, "") for size in sizes),
        _growth(row),
        _beside(last),
        ", ".join(f"{short(each.ratio)}x" for each in row.results if each.ratio is not None),
        ", ".join(dict.fromkeys(each.budget for each in row.results if each.budget)),
        {True: "yes", False: "NO", None: ""}[row.met],
    )


def _beside(last: Result) -> str:
    if last.ratio is None:
        return last.note
    return f"{last.peer} {short(last.theirs)} {last.unit}".strip()


def _growth(row: Row) -> str:
    found, most = row.growth, growth(row.results[0].work)
    if found is None:
        return ""
    kind = "" if most is None else " (flat)" if most == FLAT else " (linear)"
    return f"{found:.2f}{kind}{': too much' if row.has_grown_too_much else ''}"


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def short(value: float) -> str:
    """A number in three digits."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
