"""Claude Code and Codex in a terminal, and the dialogs that a person answers once."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.agents.scripted_models import ScriptedAnthropic, ScriptedModel, ScriptedOpenAI
from tests.agents.scripted_server import Turn
from tests.end_to_end.agents import Agent, ClaudeCode, Session, conversation, provided
from tests.end_to_end.machine import Machine
from tests.end_to_end.terminal import Terminal, in_terminal


class Talk:
    """A session in a terminal, and what reached the model so far."""

    def __init__(self, terminal: Terminal, model: ScriptedModel) -> None:
        self.terminal = terminal
        self._model = model

    @property
    def seen(self) -> str:
        """All that reached the model."""
        return Session("", "", conversation(self._model)).whole

    def enter(self, text: str, answer: str) -> Session:
        """Enter a line, and wait until its answer is on the screen."""
        self.terminal.enter(text, answer)
        return Session("", answer, conversation(self._model))

    def leave(self) -> None:
        """End the agent as a person does, so that its hooks hear of the end."""
        self.terminal.enter("/exit", "resume")  # both say how to come back
        self.terminal.ends()


@contextmanager
def talk(agent: Agent, script: Sequence[Turn]) -> Iterator[Talk]:
    """The agent in a terminal, ready for a first prompt."""
    service = ScriptedAnthropic if isinstance(agent, ClaudeCode) else ScriptedOpenAI
    with service(script) as model, talk_with(agent, model) as talking:
        yield talking


@contextmanager
def talk_with(agent: Agent, model: ScriptedModel) -> Iterator[Talk]:
    """The same before a service of one's own."""
    opened = _claude_code if isinstance(agent, ClaudeCode) else _codex
    with opened(agent.machine, model) as terminal:
        yield Talk(terminal, model)


@contextmanager
def _claude_code(machine: Machine, model: ScriptedModel) -> Iterator[Terminal]:
    _set_up(machine)
    command = ["claude", "--permission-mode", "default", "--allowedTools", "Bash,mcp__lessonboard"]
    with in_terminal(machine, command, ClaudeCode(machine).variables(model)) as terminal:
        terminal.choose("trust this folder", "Yes, I trust this folder")
        terminal.choose("use this API key", "Yes")
        terminal.until(_is_ready, "a prompt")
        yield terminal


@contextmanager
def _codex(machine: Machine, model: ScriptedModel) -> Iterator[Terminal]:
    command = ["codex", "--dangerously-bypass-approvals-and-sandbox", *provided(model)]
    with in_terminal(machine, command, {}) as terminal:
        terminal.choose("Trust this folder?", "Trust and continue")
        terminal.choose("Hooks need review", "Trust all and continue")
        terminal.shows("? for shortcuts")
        yield terminal


def _is_ready(screen: str) -> bool:
    """A status line takes the place of what Claude Code says of its keys."""
    return "? for shortcuts" in screen or "lessonboard: " in screen


def _set_up(machine: Machine) -> None:
    """Say that it ran before: its very first start looks for its vendor's own service."""
    file = machine.home / ".claude.json"
    settings = json.loads(file.read_text()) if file.exists() else {}
    file.write_text(json.dumps(settings | {"hasCompletedOnboarding": True, "theme": "dark"}))
