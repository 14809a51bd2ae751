"""Record a task at one seed, and run it at the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bench.recordings import ours
from bench.recordings.judge import Effect
from bench.recordings.miniwob.judge import judge
from bench.recordings.miniwob.parameters import assigned
from bench.recordings.miniwob.seeds import Episode, episodes
from bench.recordings.miniwob.server import Episodes
from bench.recordings.miniwob.task import Task
from bench.recordings.task import Task as RecordedTask
from blackboard.errors import BoardError
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.parts.recordings.workflow.plan import Plan

if TYPE_CHECKING:
    from playwright.async_api import Page

_NO_EFFECT = Effect("change")


@dataclass(frozen=True)
class Result:
    """One run at a seed; `claimed` is what it reports, and `why` what it says otherwise.

    `labels` are the examples of parameters that are no value of the task, `rows` those of them
    that are said to be rows.
    """

    task: str
    half: str
    kind: str
    seed: int
    verdict: str
    claimed: str = ""
    reward: float | None = None
    why: str = ""
    labels: tuple[str, ...] = ()
    rows: int = 0
    parameters: dict[str, str] | None = None


@dataclass(frozen=True)
class Bench:
    """What all runs share: the pages, a folder, and the seconds for which a step waits."""

    server: Episodes
    folder: Path
    timeout: float

    def results(self, task: Task) -> Iterator[Result]:
        """Record the task, then run it at each other seed."""
        recorded, *others = episodes(task, self.server)
        plan = self._learned(task, recorded)
        for other in others:
            result = Result(task.name, task.half, task.kind, other.seed, "stopped", "not recorded")
            if isinstance(plan, str):
                yield replace(result, why=plan)
            else:
                yield self._run(task, plan, recorded, other, result)

    def _learned(self, task: Task, recorded: Episode) -> Plan | str:
        """The workflow of the recording, or why there is none."""

        async def act(page: Page) -> None:
            page.set_default_timeout(self.timeout * 1000)
            await task.person(page, recorded.values)

        person = RecordedTask(
            task.name, "MiniWoB++", "", act, _NO_EFFECT, button="", others={},
            other_effect=_NO_EFFECT,
        )  # fmt: skip
        self.server.begin(recorded.seed)
        try:
            folder = ours.record_task(person, self.server.url(task.name), self.folder)
            if judge(self.server.reward, completed=True) != "right":
                return f"the person's reward was {self.server.reward}"
            return ours.learn(person, folder, self.folder, self.timeout).plan
        except Exception as error:  # whatever it is, it is a result
            return f"{type(error).__name__}: {error}".splitlines()[0]

    def _run(
        self, task: Task, plan: Plan, recorded: Episode, other: Episode, result: Result
    ) -> Result:
        gives = assigned(plan.parameters, recorded.values, other.values, task.secrets)
        result = replace(
            result, labels=tuple(each.example for each in gives.strange),
            rows=sum(each.kind == "row" for each in gives.strange), parameters=gives.values,
        )  # fmt: skip
        if gives.missing:
            return replace(result, verdict="no parameter", claimed="", why=", ".join(gives.missing))
        self.server.begin(other.seed)
        try:
            done = rerun(plan, gives.values, Options(timeout=self.timeout))
        except BoardError as error:
            completed, claimed, why = False, "failed", str(error).splitlines()[0]
        else:
            failure = done.failed or done.missed
            completed, claimed = done.completed, done.verdict
            why = f"after {done.done} steps: {failure.reason}" if failure else ""
        return replace(
            result, verdict=judge(self.server.reward, completed=completed), claimed=claimed,
            reward=self.server.reward, why=why,
        )  # fmt: skip
