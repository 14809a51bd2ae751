"""What `init` writes into the settings of an agent: its files, and what each of them shall hold.

Data and pure functions; `lessonboard/install/` reads and writes the files.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from blackboard.agents.agent import Agent
from blackboard.errors import BoardError

Scope = Literal["user", "project", "local", "shared"]
Option = Literal["--allow-reading", "--status-line"]
_SECONDS = 5
_SECONDS_AT_END = 3
"""An agent that ends does not wait: Claude Code and Codex give a hook no longer."""

SERVER = "lessonboard"
"""The name of the MCP server."""

SKILL = "SKILL.md"
"""The file of a skill, in a folder that has its name."""

SHOWN = "Lessonboard: lessons of past sessions"
"""The name of the hook that an agent shows its user; Codex asks for trust again if it changes."""


@dataclass(frozen=True)
class Places:
    """Where settings may be: the home folder, the repository, and what the environment says."""

    home: Path
    project: Path | None
    environment: Mapping[str, str] = field(default_factory=dict)

    def folder(self, agent: Agent) -> Path:
        """The folder of an agent: where its variable says, or in the home folder."""
        return Path(agent.folder(str(self.home), self.environment)).expanduser().absolute()

    def repository(self) -> Path:
        """The top folder of the repository.

        Raises:
            BoardError: there is none here.
        """
        if self.project is None:
            raise BoardError(
                "this folder is in no repository, so there are no project settings to write; "
                "change into one, or use --scope user"
            )
        return self.project


@dataclass(frozen=True)
class Commands:
    """The command lines that are registered.

    Attributes:
        hook: the line that an agent's shell runs, by the agent's program.
        words: the same for who runs it without a shell.
        server: what starts the MCP server.
        offers: what may be written besides for a person who asks for it; see `Registration`.
        skill: the text of the skill, for agents that read such a file.
    """

    hook: Callable[[str], str]
    words: Callable[[str], list[str]]
    server: list[str]
    offers: Mapping[Option, Any] = field(default_factory=dict)
    skill: str = ""


@dataclass(frozen=True)
class Registration:
    """What the product installs in one file.

    Attributes:
        agent: the agent's name.
        path: the file.
        hooks: for each event the entry in its list.
        server: the MCP server's entry.
        server_at: the keys of the object that holds the servers.
        version: the format's version, for files that must say it.
        comments: whether the agent can read comments and trailing commas in this file.
        content: the whole file, where it is ours alone.
        offers: what is written only for a person who asks for it, by the option of `init`.
        asked: the options that the user gave.
    """

    agent: str
    path: Path
    hooks: Mapping[str, Any] = field(default_factory=dict)
    server: Mapping[str, Any] | None = None
    server_at: tuple[str, ...] = ("mcpServers",)
    version: int | None = None
    comments: bool = False
    content: str | None = None
    offers: Mapping[Option, Any] = field(default_factory=dict)
    asked: frozenset[Option] = frozenset()

    def __str__(self) -> str:
        if self.content is not None:
            return "a skill" if self.path.name == SKILL else "a plugin"
        hooks = f"{len(self.hooks)} hooks" if self.hooks else ""
        server = "the MCP server" if self.server is not None else ""
        return " and ".join(part for part in (hooks, server) if part)


@dataclass(frozen=True)
class WantedHook:
    """A hook that is to be registered: its event, the pattern of tools, and its time limit.

    `matcher` is empty where all tools are meant, or the event has none.
    """

    event: str
    matcher: dict[str, str]
    seconds: int


def wanted(agent: Agent) -> list[WantedHook]:
    """The hooks that an agent's description asks for."""
    hooks = agent.hooks
    return [
        WantedHook(
            event,
            {"matcher": matcher} if matcher else {},
            _SECONDS_AT_END if hooks.steps[event] == "end" else _SECONDS,
        )
        for event, matcher in (hooks.registered.items() if hooks else ())
        if hooks is not None
    ]


@dataclass(frozen=True)
class AgentSettings:
    """The settings of a coding agent, as `init` writes them.

    Attributes:
        name: as `--agent` takes it.
        title: as people call it.
        program: the command that starts it.
        folder: where it keeps its settings.
        registrations: what is written for a scope.
        next_step: what the user does then.
        scopes: those that it knows.
    """

    name: str
    title: str
    program: str
    folder: Callable[[Places], Path]
    registrations: Callable[[Places, Scope, Commands], list[Registration]]
    next_step: Callable[[Scope], str]
    scopes: tuple[Scope, ...] = ("user", "project")


def stdio(server: list[str]) -> dict[str, Any]:
    """An MCP server that is started by a command, as most agents write it."""
    return {"command": server[0], "args": server[1:]}
