"""What a sample session is: the prompts of a person, and what the model does about each."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tests.agents.sample_projects import ROOT
from tests.agents.scripted_models import Call, Say, Turn

CODEX_PLAIN = "gpt-5.1-codex"
"""A model to which Codex offers its shell as a plain tool, as it does to most models."""


@dataclass(frozen=True)
class Prompt:
    """What the person types, and the model's turns until it rests."""

    text: str
    turns: Sequence[Turn]


@dataclass(frozen=True)
class Session:
    """One recording: where, with whom, about what, and how many tool calls really fail."""

    agent: Literal["claude-code", "codex"]
    project: str
    shows: str
    prompts: Sequence[Prompt]
    failures: int
    model: str | None = None
    busy_database: str | None = None

    @property
    def script(self) -> list[Turn]:
        """The turns of all prompts, one after the other."""
        return [turn for prompt in self.prompts for turn in prompt.turns]


def prompt(text: str, *turns: Turn | str) -> Prompt:
    """A prompt with its turns, of which the strings are what the model says."""
    return Prompt(text, [Say(turn) if isinstance(turn, str) else turn for turn in turns])


def bash(command: str, description: str, text: str = "") -> Call:
    """Claude Code runs a command."""
    return Call("Bash", {"command": command, "description": description}, text)


def read(project: str, path: str, text: str = "") -> Call:
    """Claude Code reads a file of the project."""
    return Call("Read", {"file_path": f"{ROOT}/{project}/{path}"}, text)


def edit(project: str, path: str, old: str, new: str, text: str = "") -> Call:
    """Claude Code replaces a text in a file of the project, which it must have read."""
    change = {"old_string": old, "new_string": new}
    return Call("Edit", {"file_path": f"{ROOT}/{project}/{path}", **change}, text)


def shell(command: str, text: str = "") -> Call:
    """Codex runs a command through its plain tool."""
    return Call("exec_command", {"cmd": command}, text)


def script(command: str, text: str = "") -> Call:
    """Codex runs a command from a JavaScript cell, as its newest models do."""
    call = f"const result = await tools.exec_command({json.dumps({'cmd': command})});"
    return Call("exec", {"input": f"{call}\ntext(result.output);"}, text)
