"""Reach: was the right thing shown before the act, was anything shown that was not due, the cost.

The scripted agent obeys what it is shown, so this says nothing of whether a real one would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bench.effect.judge import Verdict
from bench.effect.play import Log
from bench.effect.tasks import NOTHING
from bench.quality.table import cell, grid
from reflect.accounts.intervals import Share

WRONG = ("decoy", "stale", "taken-back")
"""The kinds in which something must not be shown."""

LEAST, MOST_TOKENS = 0.8, 0.02
"""What is wanted: of the traps reached, and of tokens where there is nothing to remember."""


def due(log: Log) -> dict[str, bool]:
    """Of each fact that is due, whether it was shown before its act."""
    return {name: in_time for name, in_time in log.in_time.items() if name not in log.wrong}


def is_trap(log: Log) -> bool:
    """Whether something is due in it."""
    return bool(due(log))


def reached(logs: Iterable[Log]) -> Share:
    """The traps in which all that is due was shown before the act."""
    traps = [each for each in logs if is_trap(each)]
    return Share(sum(all(due(each).values()) for each in traps), len(traps))


def late(logs: Iterable[Log]) -> Share:
    """The traps in which it was shown only afterwards, or because the agent asked."""
    traps = [each for each in logs if is_trap(each)]
    return Share(sum(_is_late(each) for each in traps), len(traps))


def shown_wrongly(logs: Iterable[Log], kind: str) -> Share:
    """The tasks of a kind in which something was shown that must not be."""
    some = [each for each in logs if each.kind == kind and each.wrong]
    return Share(sum(bool(set(each.told) & set(each.wrong)) for each in some), len(some))


def tokens(logs: Iterable[Log]) -> float:
    """What was shown, as a share of what else was said and done."""
    some = list(logs)
    return sum(each.tokens_shown for each in some) / max(1, sum(each.tokens for each in some))


def as_table(logs: Iterable[Log]) -> str:
    """A table with a column for each arm, in the order in which they come."""
    arms: dict[str, list[Log]] = {}
    for each in logs:
        arms.setdefault(each.arm, []).append(each)
    rows = [[what, *(figure(some) for some in arms.values())] for what, figure in _FIGURES.items()]
    return grid(["", *arms], rows)


def missed(logs: Iterable[Log]) -> list[str]:
    """The traps that were not reached in time, and the tasks in which something was wrong."""
    return [
        f"{each.arm}: {each.task}: {what}"
        for each in logs
        for what in [*_not_in_time(each), *(f"{name} was shown" for name in _wrong(each))]
    ]


def worse(logs: Iterable[Log]) -> list[str]:
    """The tasks that went worse with an arm than without one: not clean, or more failed calls."""
    some = list(logs)
    without = {each.task: each.verdict for each in some if each.arm == "none"}
    return [
        f"{each.arm}: {each.task}: worse than without"
        for each in some
        if each.task in without and _cost(each.verdict) > _cost(without[each.task])
    ]


def _cost(verdict: Verdict) -> tuple[bool, int]:
    return not verdict.clean, verdict.failures


def _is_late(log: Log) -> bool:
    facts = due(log)
    return not all(facts.values()) and set(facts) <= set(log.told)


def _not_in_time(log: Log) -> list[str]:
    return [
        f"{name} came {'late' if name in log.told else 'never'}"
        for name, in_time in due(log).items()
        if not in_time
    ]


def _wrong(log: Log) -> list[str]:
    return [name for name in log.told if name in log.wrong]


def _empty(logs: Iterable[Log]) -> list[Log]:
    return [each for each in logs if each.kind == NOTHING]


def _mean(values: Iterable[float]) -> str:
    some = list(values)
    return f"{sum(some) / len(some):.2f}" if some else "-"


_FIGURES: Mapping[str, Callable[[Sequence[Log]], str]] = {
    "the right thing before the act": lambda logs: cell(reached(logs)),
    "... only after it, or asked for": lambda logs: cell(late(logs)),
    **{
        f"shown though {what}": lambda logs, kind=kind: cell(shown_wrongly(logs, kind))  # type: ignore[misc]
        for kind, what in (("decoy", "it does not apply"), ("stale", "it is stale"),
                           ("taken-back", "it was withdrawn"))
    },
    "tokens where there is nothing to remember": lambda logs: f"{tokens(_empty(logs)):.1%}",
    "tokens in all tasks": lambda logs: f"{tokens(logs):.1%}",
    "calls; of them failed": lambda logs: (
        f"{_mean(each.verdict.calls for each in logs)}; "
        f"{_mean(each.verdict.failures for each in logs)}"
    ),
    "clean": lambda logs: cell(Share(sum(each.verdict.clean for each in logs), len(logs))),
    "seconds of hooks": lambda logs: _mean(each.seconds for each in logs),
    "tasks with a failed hook or answer": lambda logs: str(sum(bool(x.failed) for x in logs)),
}  # fmt: skip
