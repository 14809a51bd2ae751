"""Where the transcripts of coding agents are on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from blackboard.agents.agent import Agent, anywhere
from blackboard.agents.claude_code import CLAUDE_CODE
from blackboard.agents.codex import CODEX
from blackboard.agents.registry import AGENTS
from blackboard.sources.readers import add_agents_of_plugins
from blackboard.transcript_files import ENDINGS, stamp


class Transcript(NamedTuple):
    """A transcript on this machine, as far as its folder shows."""

    agent: str
    path: str
    size: int
    modified_ns: int


def home_of(agent: Agent) -> Path:
    """Return the folder of an agent: where its variable says, or in the user's."""
    return Path(agent.folder(str(Path.home()), os.environ))


def claude_home() -> Path:
    """Return the folder of Claude Code."""
    return home_of(CLAUDE_CODE)


def codex_home() -> Path:
    """Return the folder of Codex."""
    return home_of(CODEX)


def transcript_folders(extra: Iterable[str] = ()) -> list[Path]:
    """Return the folders in which agents keep transcripts, and those that the settings add."""
    return [folder for _, folder in _folders(extra)]


def transcripts(
    extra: Iterable[str] = (), refused: Callable[[OSError], None] = lambda _error: None
) -> Iterator[Transcript]:
    """Yield the transcripts in those folders, without opening one; empty ones are left out.

    Args:
        extra: folders that the settings add.
        refused: called for what cannot be looked at.
    """
    seen = set()
    for agent, folder in _folders(extra):
        for path in _files(folder, refused):
            try:
                found = stamp(path)
            except OSError as error:
                refused(error)
                continue
            if found.size and path not in seen and _may_be(agent, folder, path):
                seen.add(path)
                yield Transcript(agent, path, *found)


def _folders(extra: Iterable[str]) -> list[tuple[str, Path]]:
    add_agents_of_plugins()
    return [
        *(
            (agent.name, home_of(agent) / folder)
            for agent in AGENTS.values()
            for folder in agent.transcripts
        ),
        *(("other", Path(folder).expanduser()) for folder in extra),
    ]


def _files(folder: Path, refused: Callable[[OSError], None]) -> Iterator[str]:
    """Files that end as transcripts do; a compressed one is left to its plain sibling."""
    if folder.is_file():
        yield str(folder.absolute())
    if not folder.is_dir():
        return
    for parent, _, names in os.walk(folder.absolute(), onerror=refused):
        there = set(names)
        for name in names:
            twin = name.endswith(".zst") and name.removesuffix(".zst") in there
            if name.endswith(ENDINGS) and not twin:
                yield f"{parent}{os.sep}{name}"


def _may_be(agent: str, folder: Path, path: str) -> bool:
    """Return whether a file may be a transcript.

    The folders of agents also hold results of tools and other files.
    """
    if agent == "other" or str(folder.absolute()) == path:
        return True
    parts = Path(path).relative_to(folder.absolute()).parts
    is_certain = AGENTS[agent].owns is not anywhere
    return AGENTS[agent].owns(parts) and (is_certain or not path.endswith(".json"))
