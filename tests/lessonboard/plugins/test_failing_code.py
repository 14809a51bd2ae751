"""Code of plug-ins that fails when it is called costs its own result, and names its plug-in."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from blackboard import Board, Event, NewEvent, Registry
from blackboard.errors import NotFound, PluginFailed
from blackboard.plugins import contents
from blackboard.plugins.testing import registered
from reflect.miner.mine import findings
from scheduler import Queue, Task
from scheduler.dispatch import dispatch


def _fails(*_arguments: Any) -> Any:
    raise KeyError("made")


def test_a_miner_that_fails_leaves_the_others_their_findings(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The session is learnt from as if the miner were not there, with a warning that names it."""
    with caplog.at_level(logging.WARNING), registered(lambda to: to.miner(_fails), "torn"):
        assert findings([], None) == []
    assert "miner '_fails' of plug-in 'torn' failed: KeyError: 'made'" in caplog.text


def test_a_rule_that_fails_keeps_no_work_waiting(caplog: pytest.LogCaptureFixture) -> None:
    """The event is passed over by that rule alone; those of others make their work of it."""

    def works(_board: Board, event: Event) -> Task:
        return Task("look", {}, dedup_key=event.id)

    def register(to: Registry) -> None:
        to.dispatch_rule("note.taken", _fails)

    with Board.open(":memory:") as board, registered(register, "torn"):
        with registered(lambda to: to.dispatch_rule("note.taken", works), "whole"):
            board.append([NewEvent("note.taken", "notes", {})])
            assert dispatch(board, Queue(board, "worker")) == 1
        assert [row["kind"] for row in board.view("work")] == ["look"]
    assert "of plug-in 'torn' failed" in caplog.text


def test_an_error_of_ours_passes_through_as_it_is() -> None:
    """It is a whole sentence already; any other names the plug-in."""

    def refuses(_board: Board) -> str:
        raise NotFound("there is no deploy")

    for function, expected in ((refuses, NotFound), (_fails, PluginFailed)):
        with registered(lambda to, f=function: to.mcp_tool("x", f, "X"), "torn"):  # type: ignore[misc]
            (entry,) = contents.added("tool", ()).values()
            guarded = contents.guarded("tool", "x", entry._replace(value=entry.value[0]))
            with pytest.raises(expected):
                guarded(None)
