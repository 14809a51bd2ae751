"""The result of a measurement: what we need, beside a peer or a limit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import ge, le

from bench.budgets import bound


@dataclass(frozen=True)
class Result:
    """One figure: the work and its size, beside a peer or limit.

    `budget` is empty and `met` None without a budget. `is_rate` says that more is better.
    """

    work: str
    size: int
    ours: float
    unit: str
    peer: str = ""
    theirs: float = 0.0
    ratio: float | None = None
    budget: str = ""
    met: bool | None = None
    is_rate: bool = False
    note: str = ""


@dataclass(frozen=True)
class Failed:
    """A measurement that did not come to its end."""

    name: str
    reason: str


def plain(work: str, size: int, ours: float, unit: str) -> Result:
    """A figure by itself: its growth is what is looked at."""
    return Result(work, size, ours, unit)


def cost(work: str, size: int, ours: float, unit: str, peer: str, theirs: float) -> Result:
    """A cost beside another one: the ratio says how much more ours is."""
    return _beside(Result(work, size, ours, unit, peer, theirs), _divide(ours, theirs), le)


def speedup(work: str, size: int, ours: float, unit: str, peer: str, theirs: float) -> Result:
    """A cost beside a greater one: the ratio says how many times less ours is."""
    return _beside(Result(work, size, ours, unit, peer, theirs), _divide(theirs, ours), ge)


def rate(work: str, size: int, ours: float, unit: str, peer: str, theirs: float) -> Result:
    """A rate beside another one: the ratio says how many times as much ours is."""
    row = Result(work, size, ours, unit, peer, theirs, is_rate=True)
    return _beside(row, _divide(ours, theirs), ge)


def limit(work: str, size: int, ours: float, unit: str, *, is_rate: bool = False) -> Result:
    """A cost, or a rate, beside the fixed limit of its budget."""
    at = bound(work, "limit", size)
    if at is None:
        return Result(work, size, ours, unit, is_rate=is_rate)
    has_met = ours >= at if is_rate else ours <= at
    budget = f"{'>=' if is_rate else '<='} {at:g} {unit}".rstrip()
    return Result(work, size, ours, unit, "limit", at, None, budget, has_met, is_rate)


def named(work: str, size: int, ours: float, unit: str, note: str) -> Result:
    """A cost beside its limit, with a note, such as which of many it was."""
    return replace(limit(work, size, ours, unit), note=note)


def _beside(row: Result, ratio: float, holds: Callable[[float, float], bool]) -> Result:
    at = bound(row.work, row.peer, row.size)
    if at is None:
        return replace(row, ratio=ratio)
    sign = ">=" if holds is ge else "<="
    return replace(row, ratio=ratio, budget=f"{sign} {at:g}x", met=holds(ratio, at))


def _divide(some: float, other: float) -> float:
    return some / other if other else float("inf") if some else 1.0
