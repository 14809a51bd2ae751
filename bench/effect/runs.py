"""Makes runs: one after the other, or some at once in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from bench.effect.agents.player import Options
from bench.effect.agents.registry import PLAYERS
from bench.effect.arms.registry import arm
from bench.effect.plan import Job, startable
from bench.effect.play import Log, played
from bench.effect.tasks import all_tasks


class Setting(NamedTuple):
    """What all runs share.

    Attributes:
        agent: the player's name.
        options: what is chosen of it.
        root: the folder of the repositories.
    """

    agent: str
    options: Options
    root: Path


class Made(NamedTuple):
    """A job and its log, or why there is none."""

    job: Job
    log: Log | None
    problem: str = ""


def made(job: Job, setting: Setting) -> Made:
    """Make one run; what goes wrong is returned, so that the others go on."""
    try:
        task = next(each for each in all_tasks(root=setting.root) if each.name == job.task)
        player = PLAYERS[setting.agent](setting.options)
        return Made(job, played(task, arm(job.arm), player, job.run, player.agent))
    except Exception as error:  # an arm is a program of others
        return Made(job, None, f"{type(error).__name__}: {error}")


def all_made(jobs: Sequence[Job], setting: Setting, at_once: int) -> Iterator[Made]:
    """Make runs, each given when it is over; those of one repository never at the same time."""
    if at_once == 1:
        yield from (made(job, setting) for job in jobs)
        return
    left, running = list(jobs), dict[Future[Made], Job]()
    with ProcessPoolExecutor(at_once, get_context("spawn")) as pool:
        while left or running:
            job = startable(left, running.values()) if len(running) < at_once else None
            if job:
                left.remove(job)
                running[pool.submit(made, job, setting)] = job
                continue
            over, _ = wait(running, return_when=FIRST_COMPLETED)
            for each in over:
                del running[each]
                yield each.result()
