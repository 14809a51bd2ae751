"""Improving what a request asks for: a run of the workflow, begun or gone on with."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.events.automation import ManualQueued
from blackboard.views.rows import RunRow
from lessonboard.parts.automation.forge.forge import ForgeUnavailable
from lessonboard.parts.automation.git.worktree import GitFailed
from lessonboard.parts.automation.runners.runner import AgentStopped
from lessonboard.parts.automation.workflow import record
from lessonboard.parts.automation.workflow.decide import OPEN
from lessonboard.parts.automation.workflow.files import DEFAULT, load
from lessonboard.parts.automation.workflow.orchestrate import RunBusy, go_on, start
from lessonboard.parts.automation.workflow.work import Tools
from scheduler.handler import OFF, UNTIL_ON, Hopeless, Later, Outcome, Permit, Stopped, always
from scheduler.work.decide import MOST_ATTEMPTS
from scheduler.work.item import Item
from scheduler.work.queue import system_clock

_WAIT = 5.0
"""Seconds between two tries while as many run as may."""


class ImproveHandler:
    """Does items of the kind `improve`: `{"request": ID}`.

    Args:
        tools: gives what a run works with, for a project and an agent.
        checkout: finds the copy of a project on this machine.
        agent: the agent that runs begun here are given to.
        workflow: the steps of runs begun here: `default`, or the path of a file.
        may_act: whether the automation of a project is on, and meant; until then items wait.
        clock: microseconds since 1970 UTC.
    """

    kind = "improve"

    def __init__(
        self,
        tools: Callable[[Board, str | None, str, Callable[[], bool]], Tools],
        checkout: Callable[[Board, str | None], Path],
        agent: str,
        workflow: str = DEFAULT,
        may_act: Permit = always,
        clock: Callable[[], int] = system_clock,
    ) -> None:
        self._tools = tools
        self._checkout = checkout
        self._agent = agent
        self._workflow = workflow
        self._may_act = may_act
        self._clock = clock

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Run the workflow for a request to its end; an attempt that was cut off is gone on with.

        Raises:
            Hopeless: the run failed, and a person must see to it.
            Stopped: the worker stops.
            Later: automation is off, or only a dry run.
        """
        if not self._may_act(board, item.project):
            raise Later(OFF, self._clock() + UNTIL_ON)
        row = self._run_of(board, item)
        if row["state"] in OPEN:
            row = self._go_on(board, item, row, stopping)
        if row["state"] == "failed":
            raise Hopeless(f"{row['run']} failed: {row['reason']}")
        kept: Final = ("run", "state", "issue", "pr", "branch", "failed")
        return {name: row[name] for name in kept}

    def _run_of(self, board: Board, item: Item) -> RunRow:
        """The run of the request: the one there is, or a new one."""
        request = str(item.input.get("request") or "")
        try:
            _, project = record.request_named(board, request)
        except NotFound as error:
            raise Hopeless(f"{item.id}: {error}") from error
        rows = board.view("runs", where={"request": request}, order="-started_at", limit=1)
        if rows and rows[0]["state"] != "cancelled":
            return rows[0]
        checkout = self._checkout(board, project)
        run = start(board, request, load(self._workflow), checkout, self._agent)
        return record.run_named(board, run)

    def _go_on(self, board: Board, item: Item, row: RunRow, stopping: Callable[[], bool]) -> RunRow:
        workflow = load(row["workflow"])
        pause = threading.Event()
        while True:
            tools = self._tools(board, row["project"], row["agent"], stopping)
            try:
                return go_on(row["run"], workflow, tools)
            except AgentStopped as error:
                raise Stopped(str(error)) from error
            except RunBusy:
                if stopping():
                    raise Stopped("the worker stops") from None
                pause.wait(_WAIT)
            except (ForgeUnavailable, GitFailed) as error:
                _tell_of_the_last_attempt(board, item, row, error)
                raise


def _tell_of_the_last_attempt(
    board: Board, item: Item, row: RunRow, error: ForgeUnavailable | GitFailed
) -> None:
    """What should have passed and did not is put before a person, so that it is not lost."""
    if item.attempt < MOST_ATTEMPTS:
        return
    told = ManualQueued(
        request=row["request"],
        reason=str(error),
        action=f"when it has passed: `lessonboard automation run --resume {row['run']}`",
    )
    record.append(board, row["run"], row["project"], [told])
