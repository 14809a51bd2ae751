"""Fixtures of this room: a machine of its own for every test, and an agent on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard.sources.repository import project_of
from tests.agents.scripted_server import Say, Turn
from tests.blackboard.lessons import lesson
from tests.end_to_end.agents import Agent, ClaudeCode, Codex, learn
from tests.end_to_end.machine import Machine
from tests.end_to_end.seeding import LESSON, PROMPT, RIGHT, WRONG
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


@pytest.fixture
def taught(machine: Machine) -> Machine:
    """A machine with our hooks, whose board knows a lesson that is bound to a command."""
    machine.lessonboard("init")
    with machine.board() as board:
        board.append([lesson("seeding", LESSON, project=project_of(str(machine.repository)),
                             symptom="Seeding the database fails: no configuration was given.",
                             commands=["seed.sh"])])  # fmt: skip
        board.catch_up()
    return machine


@pytest.fixture
def guarded(agent: Agent) -> Agent:
    """The agent after three sessions in which the form without an option failed, and its guard."""
    agent.machine.lessonboard("init")
    script: list[Turn] = [agent.shell(WRONG), agent.shell(RIGHT), Say("Done.")]
    for _ in range(3):
        agent.run(PROMPT, script)
    agent.machine.lessonboard("session", "import")
    [lesson] = [each for each in agent.machine.read("lesson")
                if each["constraint"] == LESSON]  # fmt: skip
    agent.machine.lessonboard("lesson", "keep", lesson["id"])
    agent.machine.lessonboard("lesson", "guard", lesson["id"])
    return agent
