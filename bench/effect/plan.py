"""Which runs are made, in which order: drawn by chance, and the same again for the same seed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random
from typing import NamedTuple


class Job(NamedTuple):
    """One run of a task with an arm, by their names."""

    task: str
    arm: str
    run: int

    @property
    def repository(self) -> str:
        """Whose tasks may use the same port."""
        return self.task.partition("/")[0]


def planned(tasks: Sequence[str], arms: Sequence[str], runs: int, seed: int) -> list[Job]:
    """Each run of each task and arm, one round after the other.

    In a round the tasks come in an order of chance, and the arms of each task too, so that an
    endpoint that changes with time, or a series that is stopped early, favours no arm.
    """
    chance = Random(seed)
    return [
        Job(task, arm, run)
        for run in range(1, runs + 1)
        for task in chance.sample(tasks, len(tasks))
        for arm in chance.sample(arms, len(arms))
    ]


def startable(left: Sequence[Job], busy: Collection[Job]) -> Job | None:
    """The first job whose repository is not played already; none if there is none."""
    taken = {each.repository for each in busy}
    return next((each for each in left if each.repository not in taken), None)
