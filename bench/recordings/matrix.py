"""Every task after every change, run by both sides and judged."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from bench.recordings import customers, exported, ours, peer
from bench.recordings.apps.application import APPLICATIONS, fresh_copy
from bench.recordings.changes import Change
from bench.recordings.door import Door
from bench.recordings.judge import Judged, difference, judge
from bench.recordings.run import Ran
from bench.recordings.task import Task

Result = TypeVar("Result")
TIMEOUT = 5.0
"""Seconds for which a step waits, on both sides."""

SIDES = ("lessonboard", "playwright")
EXPORT = "export"
"""The third side, where a Python with pytest-playwright is at hand."""

_NOTHING = Change("nothing")
_OTHER_VALUES = Change("other values")

Run = Callable[[Mapping[str, str]], Ran]
"""Runs a task again with other texts in place of the recorded ones, if it can."""


class NotDone(Exception):
    """The person's task did not have its effect while it was recorded."""


@dataclass(frozen=True)
class Cell:
    """One run: who ran which task after which change, and how it went."""

    task: str
    application: str
    change: str
    side: str
    verdict: str
    why: str
    did_wrong: bool
    seconds: float

    @property
    def is_change(self) -> bool:
        """Whether it ran with the recorded values after a change."""
        return self.change != _OTHER_VALUES.name


@dataclass(frozen=True)
class Bench:
    """What all runs share: the door to the applications, a folder, and how long a step waits."""

    door: Door
    folder: Path
    timeout: float = TIMEOUT
    python: str = ""

    @property
    def url(self) -> str:
        """The address of whatever application runs."""
        return f"http://127.0.0.1:{self.door.port}"

    def cells(self, task: Task, changes: Iterable[Change], sides: Iterable[str]) -> Iterator[Cell]:
        """Record a task on each side, then run it after each change."""
        learned = {side: self._learn(task, side) for side in sides}
        for change in changes:
            if change.applies(task):
                for side, run in learned.items():
                    yield self._cell(task, change, side, run)
        for side in (SIDES[0], EXPORT):
            if side in learned:
                yield self._cell(task, _OTHER_VALUES, side, learned[side])

    def _learn(self, task: Task, side: str) -> Run | str:
        """Let the person do the task while a side watches: how to run it again, or why not."""
        url = self.url + task.start
        try:
            if side in (SIDES[0], EXPORT):
                recording = self._witnessed(task, lambda: ours.record_task(task, url, self.folder))
                workflow = ours.learn(task, recording, self.folder, self.timeout)
                is_ours = side == SIDES[0]
                return (workflow if is_ours else
                        exported.export(workflow, self.python, self.folder)).run  # fmt: skip
            script = self._witnessed(task, lambda: peer.generate(task, url, self.timeout))
        except Exception as error:  # whatever it is, it is a result of this side
            return f"not recorded: {str(error).splitlines()[0]}"
        path = self.folder / f"{task.name.replace(' ', '-').replace(':', '')}.py"
        path.write_text(script)
        return lambda _others: peer.run(path)

    def _witnessed(self, task: Task, act: Callable[[], Result]) -> Result:
        """Let the person act on the unchanged application.

        Raises:
            NotDone: the person's task did not have its effect.
        """
        database, before = self._database(task, _NOTHING)
        with self._application(task, _NOTHING, database):
            result = act()
        if customers.state(database) != task.effect.on(before):
            after = customers.state(database)
            raise NotDone(difference(before, after, task.effect.on(before)))
        return result

    def _cell(self, task: Task, change: Change, side: str, run: Run | str) -> Cell:
        started = time.monotonic()
        judged = Judged("stopped", run) if isinstance(run, str) else self._judged(task, change, run)
        return Cell(
            task.name, task.application, change.name, side,
            judged.verdict, judged.why, judged.did_wrong, round(time.monotonic() - started, 1),
        )  # fmt: skip

    def _judged(self, task: Task, change: Change, run: Run) -> Judged:
        is_other = change is _OTHER_VALUES
        effect, others = (task.other_effect, task.others) if is_other else (task.effect, {})
        database, before = self._database(task, change)
        with self._application(task, change, database):
            ran = run(others)
        judged = judge(
            before, customers.state(database), effect.on(before),
            succeeded=ran.succeeded, possible=change.possible, strays=self.door.strays,
        )  # fmt: skip
        return replace(judged, why="; ".join(filter(None, [judged.why, ran.why])))

    def _database(self, task: Task, change: Change) -> tuple[Path, customers.State]:
        """A fresh database with the changed data, and what it holds."""
        prepared = APPLICATIONS[task.application].prepare(self.folder)
        database = fresh_copy(prepared, self.folder)
        customers.change(database, change.data(task))
        return database, customers.state(database)

    @contextmanager
    def _application(self, task: Task, change: Change, database: Path) -> Iterator[None]:
        """The application on a database, behind the door; ends when all requests are answered."""
        settings = {**task.settings, **change.settings}
        with APPLICATIONS[task.application].running(database, settings) as port:
            self.door.lead_to(port, change.pages(task))
            yield
            self.door.wait_until_quiet()
