"""What there is to read on this machine, before anything is read."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from blackboard.agents.registry import AGENTS
from lessonboard.bootstrap import App
from lessonboard.discovery import transcripts


class Offer(NamedTuple):
    """The transcripts on this machine; `agents` are their names, most files first."""

    files: int
    size: int
    agents: tuple[str, ...]


def offer(app: App) -> Offer:
    """Return what would be read; no transcript is opened."""
    found = list(transcripts(app.config.import_.paths))
    agents = Counter(title_of(each.agent) for each in found)
    return Offer(
        len(found),
        sum(each.size for each in found),
        tuple(name for name, _ in agents.most_common()),
    )


def title_of(agent: str) -> str:
    """Return an agent as people call it."""
    return AGENTS[agent].title if agent in AGENTS else agent
