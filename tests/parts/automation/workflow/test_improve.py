"""Requests on the queue: a worker runs their workflow despite interruptions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from lessonboard.parts.automation.handlers.improve import ImproveHandler
from lessonboard.parts.automation.runners.runner import (
    AgentRunner,
    AgentStopped,
    Result,
    RunnerTask,
)
from lessonboard.parts.automation.workflow.work import Tools
from scheduler.handler import Hopeless, Stopped
from scheduler.work.item import Item
from scheduler.work.queue import Queue
from scheduler.worker import Worker
from tests.parts.automation.workflow.world import PROJECT, REQUEST, World


def handler(world: World, **settings: Any) -> ImproveHandler:
    """The handler of the kind `improve`, with the world's agent and forge."""

    def tools(
        board: Board, _project: str | None, _agent: str, stopping: Callable[[], bool]
    ) -> Tools:
        return world.tools(board, stopping=stopping, **settings)

    def checkout(_board: Board, project: str | None) -> Path:
        assert project == PROJECT
        return world.checkout

    return ImproveHandler(tools, checkout, "command")


def item(request: str = REQUEST, attempt: int = 1) -> Item:
    """An item as a worker holds it."""
    return Item("work-1", "improve", PROJECT, {"request": request}, attempt, "w", 0)


def never() -> bool:
    """Never stopping."""
    return False


def test_a_worker_takes_a_request_to_a_draft(world: World) -> None:
    """The item is completed with what was made."""
    with world.board() as board:
        request = world.request(board)
        Queue(board, "test").create("improve", {"request": request}, project=PROJECT)
        done = Worker(world.board, {"improve": handler(world)}).run(until_idle=True)
        (row,) = board.view("work", where={"kind": "improve"})
    assert (done.completed, row["state"]) == (1, "completed")
    assert row["outcome"]["pr"] == 2
    assert row["outcome"]["state"] == "completed"


def test_an_item_that_is_done_again_makes_nothing_again(world: World) -> None:
    """The worker was killed after the run and before it could say so."""
    with world.board() as board:
        world.request(board)
        first = handler(world).handle(board, item(), never)
        assert handler(world).handle(board, item(attempt=2), never) == first
        assert len(board.view("runs")) == 1
    assert world.forge.state["made"] == ["issue", "draft into main"]


def test_a_run_that_failed_is_hopeless_for_the_queue(world: World) -> None:
    """A person must see to it; asking again would do the same."""
    world.act({"5": {}})
    with world.board() as board:
        world.request(board)
        with pytest.raises(Hopeless, match="did not show diff"):
            handler(world).handle(board, item(), never)


@pytest.mark.parametrize("request_id", ["", "request-9"])
def test_a_request_that_is_not_there_is_hopeless(world: World, request_id: str) -> None:
    """Nothing is begun."""
    with world.board() as board:
        with pytest.raises(Hopeless, match="there is no request"):
            handler(world).handle(board, item(request_id), never)
        assert board.view("runs") == []


class _Stops:
    """An agent that is ended because its worker stops."""

    name = "stops"

    def run(self, task: RunnerTask) -> Result:
        """Be ended."""
        raise AgentStopped("it was stopped")


def test_a_worker_that_stops_gives_the_item_back(world: World) -> None:
    """The run resumes at the same step when the item is claimed again."""
    stops: AgentRunner = _Stops()
    with world.board() as board:
        world.request(board)
        stopping = handler(world)
        made = stopping._tools

        def tools(*given: Any) -> Tools:
            whole = made(*given)
            return Tools(
                whole.board, whole.forge, stops, whole.settings, whole.runs, whole.stopping
            )

        with pytest.raises(Stopped):
            ImproveHandler(tools, stopping._checkout, "command").handle(board, item(), never)
        row = board.view("runs")[0]
        assert (row["state"], row["current"]) == ("running", "1")
        assert handler(world).handle(board, item(attempt=2), never)["state"] == "completed"


def test_a_trouble_that_does_not_pass_is_put_before_a_person_at_last(world: World) -> None:
    """After the last attempt, so that the request is not lost among failed items."""
    world.forge.fail(create_issue="offline")
    with world.board() as board:
        world.request(board)
        for attempt in (1, 2, 3):
            with pytest.raises(Exception, match="could not create_issue"):
                handler(world).handle(board, item(attempt=attempt), never)
            queued = list(board.read(types=["manual.queued"]))
            assert len(queued) == (1 if attempt == 3 else 0)
    assert [each["step"] for each in world.asked()] == ["1"]
