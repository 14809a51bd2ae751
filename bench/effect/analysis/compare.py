"""Arms beside each other, paired by task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from bench.effect.analysis.chance import DRAWS, Interval, bootstrap, holm, sign_flip
from bench.effect.analysis.outcomes import OUTCOMES, Means, why_worse
from bench.effect.play import Log

RUNS = 5
"""Of each task and arm; what is more is not looked at."""

NONE = "none"


class Effect(NamedTuple):
    """An outcome with two arms: means over tasks, and the difference with its interval."""

    shown: float
    other: float
    interval: Interval

    @property
    def difference(self) -> float:
        """With the first arm less with the other."""
        return self.shown - self.other


class Comparison(NamedTuple):
    """Two arms on the tasks for which there are enough runs of both.

    Attributes:
        tasks: their names.
        effects: by outcome.
        p: of the primary outcome, over tasks.
        p_repositories: the same where all tasks of a repository flip together.
        worse: why a task is worse with the first arm, by its name.
    """

    arm: str
    other: str
    tasks: tuple[str, ...]
    effects: Mapping[str, Effect]
    p: float
    p_repositories: float
    worse: Mapping[str, str]


class Cell(NamedTuple):
    """The runs of a task with an arm."""

    means: Means
    clean: int


Cells = Mapping[tuple[str, str], Cell]


def cells(logs: Iterable[Log], runs: int = RUNS) -> Cells:
    """The first runs of each task and arm, where there are enough of them.

    Raises:
        ValueError: a task was changed between its runs.
    """
    ordered = sorted(logs, key=lambda log: (log.task, log.arm, log.run))
    for task, group in groupby(ordered, key=lambda log: log.task):
        if len({log.digest for log in group}) > 1:
            raise ValueError(f"{task} was changed between its runs; they cannot be compared")
    found = {}
    for key, group in groupby(ordered, key=lambda log: (log.task, log.arm)):
        some = list(group)[:runs]
        if len(some) == runs:
            means = {each.name: sum(map(each.of, some)) / runs for each in OUTCOMES}
            found[key] = Cell(means, sum(log.verdict.clean for log in some))
    return found


def compared(given: Cells, arm: str, other: str = NONE, draws: int = DRAWS) -> Comparison | None:
    """One arm beside another; none if no task has both."""
    tasks = sorted({task for task, name in given if name == arm}
                   & {task for task, name in given if name == other})  # fmt: skip
    if not tasks:
        return None
    clusters = _clusters(tasks)
    values = {task: [given[task, arm].means[each.name] - given[task, other].means[each.name]
                     for each in OUTCOMES] for task in tasks}  # fmt: skip
    intervals = bootstrap(clusters, lambda drawn: _means([values[task] for task in drawn]), draws)
    sides = [_means([[given[task, name].means[each.name] for each in OUTCOMES] for task in tasks])
             for name in (arm, other)]  # fmt: skip
    clean = {task: given[task, arm].clean - given[task, other].clean for task in tasks}
    worse = {task: why_worse(given[task, arm].means, given[task, other].means) for task in tasks}
    return Comparison(
        arm, other, tuple(tasks),
        {outcome.name: Effect(shown, without, interval)
         for outcome, shown, without, interval in zip(OUTCOMES, *sides, intervals, strict=True)},
        sign_flip(list(clean.values())),
        sign_flip([sum(clean[task] for task in cluster) for cluster in clusters]),
        {task: reason for task, reason in worse.items() if reason},
    )  # fmt: skip


def beside_none(given: Cells, draws: int = DRAWS) -> list[Comparison]:
    """Each arm beside none, by its name."""
    arms = sorted({arm for _, arm in given} - {NONE})
    found = [compared(given, arm, draws=draws) for arm in arms]
    return [each for each in found if each]


def corrected(comparisons: Sequence[Comparison]) -> dict[str, float]:
    """The tests of the primary outcome, corrected for their number, by arm."""
    return holm({each.arm: each.p for each in comparisons})


def _clusters(tasks: Sequence[str]) -> list[list[str]]:
    return [list(group) for _, group in groupby(tasks, key=lambda task: task.partition("/")[0])]


def _means(rows: Sequence[Sequence[float]]) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]
