"""Fixtures of this room: a machine of its own for every test, and an agent on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.end_to_end.agents import Agent, ClaudeCode, Codex, learn
from tests.end_to_end.machine import Machine
from tests.optional_parts import CLAUDE, CODEX


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A home and a repository, and nothing of ours yet."""
    made = Machine(tmp_path)
    made.prepare()
    return made


@pytest.fixture(
    params=[
        pytest.param(ClaudeCode, marks=CLAUDE.needed, id="claude-code"),
        pytest.param(Codex, marks=CODEX.needed, id="codex"),
    ]
)
def agent(request: pytest.FixtureRequest, machine: Machine) -> Agent:
    """Each agent in turn."""
    made: Agent = request.param(machine)
    return made


@pytest.fixture
def learnt(agent: Agent) -> Agent:
    """The same after `lessonboard init`, and a first session of which a lesson was learnt."""
    agent.machine.lessonboard("init")
    learn(agent)
    return agent
