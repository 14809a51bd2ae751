"""`python -m bench.effect.analysis.simulate`: what the registered interval and test are worth.

Made-up series in which the truth is known: how often the interval holds it, and how often the test
rejects. It takes some minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp
from random import Random
from typing import NamedTuple

from bench.effect.analysis.chance import bootstrap, sign_flip
from bench.effect.analysis.compare import RUNS
from bench.quality.table import grid

_TASKS = 5
_SERIES, _DRAWS, _TRUTH_DRAWS = 400, 400, 200_000
_ERROR = 0.05


class World(NamedTuple):
    """How tasks are made, in log odds of a clean run.

    Attributes:
        repositories: how far they differ from each other; tasks within them differ by 1.5.
        effect: of the arm, on average.
        by_repository: how far the effect differs between repositories.
        by_task: and between the tasks of one.
    """

    repositories: float
    effect: float = 0.0
    by_repository: float = 0.0
    by_task: float = 0.0

    def task(self, chance: Random, base: float, effect: float) -> tuple[float, float]:
        """The shares of clean runs without and with the arm."""
        odds = base + chance.gauss(0, 1.5)
        return _share(odds), _share(odds + effect + chance.gauss(0, self.by_task))

    def repository(self, chance: Random) -> tuple[float, float]:
        """The log odds of a repository, and the effect in it."""
        base = chance.gauss(0, self.repositories)
        return base, chance.gauss(self.effect, self.by_repository)

    def truth(self, chance: Random) -> float:
        """The mean difference over all tasks that there could be."""
        pairs = (self.task(chance, *self.repository(chance)) for _ in range(_TRUTH_DRAWS))
        return sum(shown - without for without, shown in pairs) / _TRUTH_DRAWS

    def series(self, chance: Random, repositories: int) -> list[list[int]]:
        """Clean runs with the arm less those without, by task and repository."""
        return [
            [_runs(chance, shown) - _runs(chance, without)
             for without, shown in (self.task(chance, *made) for _ in range(_TASKS))]
            for made in (self.repository(chance) for _ in range(repositories))
        ]  # fmt: skip


WORLDS = (
    World(0.5), World(1.0, 0.0, 0.8), World(0.5, 1.0, 0.5, 0.5), World(0.5, 1.0, 1.0, 1.0),
    World(0.5, 0.7, 0.3, 0.5), World(0.5, 0.5, 0.3, 0.5),
)  # fmt: skip


def main() -> None:
    """Print a table."""
    rows = [row for repositories in (8, 4) for world in WORLDS for row in _row(world, repositories)]
    heading = ["repositories", "they differ by", "effect differs by", "true difference",
               "interval holds it", "test rejects", "... by repository"]  # fmt: skip
    print(grid(heading, rows))


def _row(world: World, repositories: int) -> Iterator[list[str]]:
    chance = Random(1)
    truth = world.truth(chance)
    found = [_judged(world.series(chance, repositories), truth) for _ in range(_SERIES)]
    shares = [sum(column) / _SERIES for column in zip(*found, strict=True)]
    yield [str(repositories), f"{world.repositories:g}",
           f"{world.by_repository:g}, {world.by_task:g}", f"{truth:.2f}",
           *(f"{share:.2f}" for share in shares)]  # fmt: skip


def _judged(series: list[list[int]], truth: float) -> tuple[bool, bool, bool]:
    [interval] = bootstrap(series, lambda drawn: [sum(drawn) / len(drawn) / RUNS], _DRAWS)
    tasks = [difference for repository in series for difference in repository]
    return (interval.low <= truth <= interval.high, sign_flip(tasks) < _ERROR,
            sign_flip([sum(each) for each in series]) < _ERROR)  # fmt: skip


def _share(odds: float) -> float:
    return 1 / (1 + exp(-odds))


def _runs(chance: Random, share: float) -> int:
    return sum(chance.random() < share for _ in range(RUNS))


if __name__ == "__main__":
    main()
