"""What a person typed once, announced to him in a terminal of each real agent, and only once."""

from __future__ import annotations

import re

import pytest

from tests.agents.other_models import ScriptedChat, ScriptedGemini
from tests.agents.scripted_server import Say
from tests.end_to_end.agents import ClaudeCode, Codex, conversation
from tests.end_to_end.interactive import talk
from tests.end_to_end.machine import Machine
from tests.end_to_end.other_agents import Gemini, OpenCode
from tests.end_to_end.test_said_once import FORBIDDEN, correct
from tests.end_to_end.test_terminals import opened
from tests.optional_parts import CLAUDE, CODEX, GEMINI, OPENCODE, TMUX

pytestmark = [TMUX.needed, pytest.mark.full]

AGENTS = [
    pytest.param(ClaudeCode, marks=CLAUDE.needed, id="claude-code"),
    pytest.param(Codex, marks=CODEX.needed, id="codex"),
    pytest.param(OpenCode, marks=OPENCODE.needed, id="opencode"),
    pytest.param(Gemini, marks=GEMINI.needed, id="gemini"),
]
Made = ClaudeCode | Codex | OpenCode | Gemini


@pytest.fixture(params=AGENTS)
def agent(request: pytest.FixtureRequest, machine: Machine) -> Made:
    """Each agent in turn, after a session in which its person corrected Claude Code."""
    made: Made = request.param(machine)
    correct(machine)
    machine.lessonboard("init", "--agent", made.name.removesuffix("-code"))
    machine.lessonboard("session", "import")
    machine.work()
    return made


def _remembering(machine: Machine) -> set[str]:
    """The sentences that were announced nowhere yet, which a report in a pipe leaves so."""
    return {row["constraint"] for row in machine.read("lesson", "report")["remembering"]}


def test_its_person_is_shown_once_what_is_remembered(agent: Made) -> None:
    """A session that a program drives shows him nothing; the first of his own names it."""
    machine = agent.machine
    waiting = _remembering(machine)
    assert FORBIDDEN in waiting
    agent.run("Look around", [Say("It is a harbour.")])
    assert _remembering(machine) == waiting
    screen, seen = _in_terminal(agent)
    assert "lessonboard will remember: " in screen
    assert FORBIDDEN in screen
    assert "will remember" not in seen
    assert FORBIDDEN not in _remembering(machine)


def _in_terminal(agent: Made) -> tuple[str, str]:
    """A session with a prompt: what stands on the screen, and what reached the model."""
    if isinstance(agent, ClaudeCode | Codex):
        with talk(agent, [Say("A harbour.")]) as talking:
            talking.enter("Look around once more", "A harbour.")
            return re.sub(r"[\s┃]+", " ", talking.terminal.screen), talking.seen
    with (ScriptedChat if isinstance(agent, OpenCode) else ScriptedGemini)(
        [Say("A harbour.")]
    ) as model:
        with opened(agent, model) as terminal:
            terminal.enter("Look around once more", "A harbour.")
            screen = re.sub(r"[\s┃]+", " ", terminal.screen)
        return screen, str(conversation(model))
