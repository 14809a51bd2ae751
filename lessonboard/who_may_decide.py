"""Whether it is a person who gives a command: no agent started it, and there is a terminal.

An agent is known by what it sets for its commands and by its processes, both said in
`blackboard/agents/`. A program of the same user that takes away the first and hides among other
parents is not known (SECURITY.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from blackboard.agents.agent import Agent
from blackboard.errors import BoardError
from blackboard.variables import CHILD
from lessonboard.parent_processes import Process

ANY_AGENT = ("AI_AGENT", CHILD)
"""Variables by which agents of any kind, and those that we start, make themselves known."""

_INTERPRETER = re.compile(
    r"(?:node|nodejs|bun|deno|python[\d.]*|pypy[\d.]*|ruby|(?:ba|da|z|fi)?sh)"
)
_ENDING = re.compile(r"\.(?:exe|[cm]?js|ts|py|sh)")
_CODE_FOLLOWS = ("-c", "-e", "-p", "--eval", "--print")


class OnlyPerson(BoardError):
    """A command that only a person may give was refused; exit code 3."""

    exit_code = 3


class Circumstances(NamedTuple):
    """What is known of who gives a command.

    Attributes:
        environment: the variables that the command was given.
        parents: the processes that it was started by, the nearest first.
        has_terminal: whether a person could type on its standard input.
        allows_scripts: whether the person lets programs without a terminal decide.
    """

    environment: Mapping[str, str]
    parents: Sequence[Process]
    has_terminal: bool
    allows_scripts: bool


def refusal(found: Circumstances, agents: Iterable[Agent]) -> str | None:
    """Return why a decision is not taken from the caller; None where it is."""
    if sign := sign_of_agent(found, agents):
        return f"{sign}, and only a person decides this; type it in your own terminal"
    if found.has_terminal or found.allows_scripts:
        return None
    return (
        "there is no terminal, so it is unknown whether a person decides; type it in one, or "
        "let your scripts decide by typing `lessonboard init --allow-scripts` in one"
    )


def sign_of_agent(found: Circumstances, agents: Iterable[Agent]) -> str:
    """Return the sign that a command was given in an agent's session; empty where there is none."""
    known = list(agents)
    for agent in known:
        for name in agent.variables:
            if found.environment.get(name):
                return f"this is a session of {agent.title} ({name} is set)"
    for name in ANY_AGENT:
        if found.environment.get(name):
            return f"this is an agent's session ({name} is set)"
    for process in found.parents:
        for agent in known:
            if is_process_of(agent, process):
                return f"this is a session of {agent.title} (process {process.pid})"
    return ""


def is_process_of(agent: Agent, process: Process) -> bool:
    """Return whether a process is an agent's: its program, or the script an interpreter runs."""
    return any(_is_called(path, name) for path in _paths(process) for name in agent.processes)


def _is_called(path: str, name: str) -> bool:
    """Return whether a file has a name, but for its ending, or lies in a folder of that name."""
    plain = path.replace("\\", "/")
    if "/" in name and f"/{name}/" in plain:
        return True
    file = PurePath(plain).name
    ending = _ENDING.search(file)
    is_ending = ending is not None and ending.end() == len(file)
    return (file[: ending.start()] if ending and is_ending else file) == name


def _paths(process: Process) -> Iterator[str]:
    """Yield the files that a process runs."""
    yield process.program
    if not process.words:
        return
    first, *rest = process.words
    yield first
    if _INTERPRETER.fullmatch(PurePath(first).name.removeprefix("-")):
        yield _script(rest)


def _script(words: Sequence[str]) -> str:
    """Return the file or module that an interpreter runs; empty where there is none."""
    for word in words:
        if word in _CODE_FOLLOWS:
            return ""
        if not word.startswith("-"):
            return word
    return ""
