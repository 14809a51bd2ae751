"""OpenCode and Gemini CLI in a terminal: the line for the person, and what he types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.agents.other_models import ScriptedChat, ScriptedGemini
from tests.agents.scripted_server import Call, Say, ScriptedModel, Turn
from tests.end_to_end.agents import conversation
from tests.end_to_end.machine import Machine
from tests.end_to_end.other_agents import VARIABLES, Gemini, OpenCode
from tests.end_to_end.seeding import NEEDING, RIGHT, WRONG
from tests.end_to_end.terminal import Terminal, in_terminal
from tests.optional_parts import GEMINI, OPENCODE, TMUX

pytestmark = [TMUX.needed, pytest.mark.full]

RULE = "always ship the brown parcels first"


@pytest.fixture(
    params=[
        pytest.param(OpenCode, marks=OPENCODE.needed, id="opencode"),
        pytest.param(Gemini, marks=GEMINI.needed, id="gemini"),
    ]
)
def taught(request: pytest.FixtureRequest, machine: Machine) -> OpenCode | Gemini:
    """Each agent in turn, after two sessions that taught something."""
    agent: OpenCode | Gemini = request.param(machine)
    machine.lessonboard("init", "--agent", agent.name)
    for _ in range(2):
        agent.run("Fill the tables", [agent.shell(WRONG), agent.shell(RIGHT), Say("Seeded.")])
        machine.lessonboard("session", "import")
    machine.work()
    return agent


@contextmanager
def opened(agent: OpenCode | Gemini, model: ScriptedModel) -> Iterator[Terminal]:
    """The agent in a terminal, ready for a first prompt."""
    if isinstance(agent, OpenCode):
        agent.configure(model)
        with in_terminal(agent.machine, ["opencode"], VARIABLES) as terminal:
            terminal.shows("Ask anything")
            yield terminal
        return
    agent.configure()
    variables = {
        "GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": model.url,
        "GEMINI_CLI_NO_RELAUNCH": "true", "GEMINI_TELEMETRY_ENABLED": "false",
    }  # fmt: skip
    with in_terminal(agent.machine, ["gemini", "--yolo"], variables) as terminal:
        terminal.shows("1 MCP server")
        yield terminal


def test_a_person_sees_what_was_told_asks_why_and_has_a_rule_kept(
    taught: OpenCode | Gemini,
) -> None:
    """The rule waits: neither agent proves that a person typed it."""
    is_open = isinstance(taught, OpenCode)
    tool = "lessonboard_remember" if is_open else "mcp_lessonboard_remember"
    command = "/lessonboard:" if is_open else "/"
    lesson = taught.machine.read("lesson")[0]["id"]
    script: list[Turn] = [
        Say("Which one?"), *([Say("Because.")] if is_open else []),
        Call(tool, {"text": RULE}), Say("It is kept."),
    ]  # fmt: skip
    with (ScriptedChat if is_open else ScriptedGemini)(script) as model:
        with opened(taught, model) as terminal:
            terminal.enter(NEEDING, "Which one?")
            screen = re.sub(r"[\s┃]+", " ", terminal.screen)
            assert 'lessonboard showed the agent: "' in screen
            if is_open:  # the menu of Gemini CLI completes what is typed, now this way, now that
                terminal.enter(f"{command}why {lesson}", "Because.")
            terminal.enter(f"{command}remember {RULE}", "It is kept.")
        requests = str(conversation(model))
    assert not is_open or f"why this lesson was shown: {lesson}" in requests
    assert "showed the agent: " not in requests
    assert "Accepted as candidate" in requests
    [kept] = [each for each in taught.machine.read("lesson")
              if "brown parcels" in each["constraint"]]  # fmt: skip
    assert (kept["status"], kept["trust"]) == ("candidate", "imported")
