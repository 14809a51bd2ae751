"""Lessonboard's side: record, reflect by rules, and run again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bench.recordings.run import Ran
from bench.recordings.task import Task
from blackboard import Board
from blackboard.errors import BoardError
from lessonboard.parts.recordings.browser.outcome import Rerun
from lessonboard.parts.recordings.browser.record_task import Actions, Wanted, record
from lessonboard.parts.recordings.browser.rerun import Options, rerun
from lessonboard.parts.recordings.compiler.compile import compile_recording
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.workflow.plan import Plan
from lessonboard.parts.recordings.workflow.planning import plan_of

if TYPE_CHECKING:
    from playwright.async_api import Page


@dataclass(frozen=True)
class Workflow:
    """A task as it was recorded once and reflected on."""

    task: Task
    plan: Plan
    timeout: float

    def run(self, others: Mapping[str, str]) -> Ran:
        """Run it; `others` are recorded texts and what stands for them now."""
        values, left = self.values(others)
        if left:
            return Ran(False, f"no parameter for {', '.join(sorted(left))}")
        options = Options(timeout=self.timeout)
        try:
            done = rerun(self.plan, values, options)
        except BoardError as error:
            return Ran(False, str(error))
        if done.failed is None:
            return Ran(done.completed, "" if done.completed else _missed(done))
        return Ran(False, f"step {done.failed.number}: {done.failed.expected}")

    def values(self, others: Mapping[str, str]) -> tuple[dict[str, str], set[str]]:
        """The values of the parameters, and the texts for which there is none."""
        secrets = iter(self.task.secrets)
        values: dict[str, str] = {}
        left = set(others)
        for parameter in self.plan.parameters:
            value = next(secrets, "") if parameter.sensitive else parameter.example
            for old, new in others.items():
                if old in value and not parameter.sensitive:
                    value = value.replace(old, new)
                    left.discard(old)
            values[parameter.name] = value
        return values, left


def _missed(done: Rerun) -> str:
    return f"in the end: {done.missed.expected}" if done.missed else ""


def record_task(task: Task, url: str, folder: Path) -> Path:
    """Record the task as its person does it; the folder of the recording."""
    wanted = Wanted(url, task.name, into=folder / "recordings", headless=True)
    return record(wanted, _person(task)).folder


def _person(task: Task) -> Actions:
    """What the task's person does, who also answers what the pages ask."""

    async def act(page: Page) -> None:
        if task.accepts_dialogs:
            page.on("dialog", lambda dialog: asyncio.ensure_future(dialog.accept()))
        await task.actions(page)

    return act


def learn(task: Task, recording: Path, folder: Path, timeout: float) -> Workflow:
    """The workflow that rules make of a recording, each of whose steps waits as long as `timeout`.

    Raises:
        BoardError: the recording cannot be read, or makes no workflow.
    """
    found = read_recording(recording)
    with Board.open(folder / f"{recording.name}.db") as board:
        ingest(board, found)
        compile_recording(board, found, folder / "workflows")
        return Workflow(task, plan_of(board.row("workflows", found.id)), timeout)
