"""The result of a measurement, and the output of a list of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Result:
    """One row: the work and its size, a peer or limit, and the budget for the ratio.

    `met` is None without a budget, for rows that only compare.
    """

    work: str
    size: int
    ours: float
    unit: str
    peer: str
    theirs: float
    ratio: float
    budget: str = ""
    met: bool | None = None


def cost(
    work: str,
    size: int,
    ours: float,
    unit: str,
    peer: str,
    theirs: float,
    *,
    at_most: float | None = None,
) -> Result:
    """A cost beside another one: the ratio says how much more ours is."""
    ratio = _divide(ours, theirs)
    if at_most is None:
        return Result(work, size, ours, unit, peer, theirs, ratio)
    return Result(work, size, ours, unit, peer, theirs, ratio, f"<= {at_most:g}x", ratio <= at_most)


def speedup(
    work: str,
    size: int,
    ours: float,
    unit: str,
    peer: str,
    theirs: float,
    *,
    at_least: float | None = None,
) -> Result:
    """A cost beside a greater one: the ratio says how many times less ours is."""
    return _at_least(work, size, ours, unit, peer, theirs, _divide(theirs, ours), at_least)


def rate(
    work: str,
    size: int,
    ours: float,
    unit: str,
    peer: str,
    theirs: float,
    *,
    at_least: float | None = None,
) -> Result:
    """A rate beside another one: the ratio says how many times as much ours is."""
    return _at_least(work, size, ours, unit, peer, theirs, _divide(ours, theirs), at_least)


def limit(work: str, size: int, ours: float, unit: str, at_most: float) -> Result:
    """A cost relative to a fixed limit."""
    budget = f"<= {at_most:g} {unit}"
    return Result(
        work, size, ours, unit, "limit", at_most, _divide(ours, at_most), budget, ours <= at_most
    )


def as_table(results: Iterable[Result]) -> str:
    """Rows as a plain text table, grouped by work."""
    heading = ("work", "size", "ours", "peer or limit", "theirs", "ratio", "budget", "met")
    rows = [heading, *(_cells(result) for result in _by_work(list(results)))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heading))]
    return "\n".join(_line(row, widths) for row in rows)


def as_json(results: Iterable[Result]) -> str:
    """Rows as a JSON array of objects."""
    return json.dumps([asdict(result) for result in results], indent=2)


def _at_least(
    work: str,
    size: int,
    ours: float,
    unit: str,
    peer: str,
    theirs: float,
    ratio: float,
    least: float | None,
) -> Result:
    if least is None:
        return Result(work, size, ours, unit, peer, theirs, ratio)
    return Result(work, size, ours, unit, peer, theirs, ratio, f">= {least:g}x", ratio >= least)


def _by_work(results: list[Result]) -> list[Result]:
    """Rows of the same work and peer together, so that growth is visible."""
    works = list(dict.fromkeys(result.work for result in results))
    peers = list(dict.fromkeys((result.work, result.peer) for result in results))
    return sorted(
        results,
        key=lambda result: (works.index(result.work), peers.index((result.work, result.peer))),
    )


def _cells(result: Result) -> tuple[str, ...]:
    met = {True: "yes", False: "NO", None: ""}[result.met]
    ours, theirs = f"{_short(result.ours)} {result.unit}", f"{_short(result.theirs)} {result.unit}"
    ratio = f"{_short(result.ratio)}x"
    return (result.work, f"{result.size:,}", ours, result.peer, theirs, ratio, result.budget, met)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _divide(some: float, other: float) -> float:
    return some / other if other else float("inf") if some else 1.0
