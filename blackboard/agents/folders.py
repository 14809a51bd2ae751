"""Whose a transcript is: of the agent that keeps it in a folder of its own, or from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from blackboard.agents.registry import AGENTS


def owner(path: Path, user: Path, variables: Mapping[str, str]) -> str | None:
    """The agent that keeps a file as a transcript of its own, or None.

    What its fields say is then the agent's word. Links are followed: a link in that folder to a
    file elsewhere is not a transcript.

    Args:
        path: the file.
        user: the user's folder.
        variables: the environment, which may name the agents' folders.
    """
    real = path.resolve()
    for agent in AGENTS.values():
        for folder in agent.transcripts:
            home = Path(agent.folder(str(user), variables), folder).resolve()
            if real == home and real.is_file():
                return agent.name
            if real != home and real.is_relative_to(home):
                return agent.name if agent.owns(real.relative_to(home).parts) else None
    return None
