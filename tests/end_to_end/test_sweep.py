"""Sessions whose end nobody told of are on the board soon after the next one begins."""

from __future__ import annotations

import json
import time

import pytest

from tests.agents.scripted_models import ScriptedAnthropic, ScriptedOpenAI
from tests.agents.scripted_server import Body, Say
from tests.end_to_end.agents import Agent, Codex
from tests.end_to_end.machine import PATIENCE, Machine
from tests.end_to_end.seeding import WRONG
from tests.optional_parts import CODEX

pytestmark = pytest.mark.full

_KILL = "sleep 1; kill -9 $PPID"
"""Run by the agent's shell: what the session did before is in its transcript by then."""


def test_a_session_that_was_killed(agent: Agent) -> None:
    """No hook told of its end; the next session's start, with the settings as they come."""
    agent.machine.lessonboard("init")
    script = [agent.shell(WRONG), agent.shell(_KILL)]
    service = ScriptedAnthropic if agent.name == "claude-code" else ScriptedOpenAI
    with service(script) as model:
        assert agent.start("Fill the tables", model).code != 0
    assert "no configuration was given" in json.dumps(last(model.requests))
    assert failures(agent.machine) == []
    agent.machine.settings.unlink()
    agent.machine.lessonboard("init")
    other = agent.run("Hello", [Say("Hello.")])
    found = eventually_failures(agent.machine)
    assert [(name, command) for name, command in found if name != other.id] == [
        (found[0][0], WRONG)
    ]


@CODEX.needed
def test_a_session_whose_hooks_were_not_trusted(machine: Machine) -> None:
    """The worker takes it in, once."""
    machine.lessonboard("init")
    codex = Codex(machine, trusted=False)
    session = codex.run("Fill the tables", [codex.shell(WRONG), Say("Oh.")])
    for _ in range(2):
        machine.work()
        assert failures(machine) == [(session.id, WRONG)]


def last(requests: list[Body]) -> Body:
    """The last request that reached the model."""
    return requests[-1]


def failures(machine: Machine) -> list[tuple[str, str]]:
    """The failed commands on the board, each with its session."""
    with machine.board() as board:
        return [
            (event.payload["session"], event.payload["command"])
            for event in board.read(types=["tool.called"])
            if event.payload and event.payload["failed"]
        ]


def eventually_failures(machine: Machine) -> list[tuple[str, str]]:
    """The same as soon as there are any."""
    deadline = time.monotonic() + PATIENCE
    with machine.board() as board:
        seen = board.tail(0, types=["tool.called"], until=lambda: time.monotonic() > deadline)
        assert next(seen, None) is not None, "the session was not taken in"
    return failures(machine)
