"""What a person can do on a board without a session: read the history, or write a rule."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from blackboard.agents.registry import AGENTS
from lessonboard.discovery import transcripts
from lessonboard.doctor.diagnosis import size_of
from lessonboard.hooks.background import EVERYTHING
from lessonboard.pages.page import Asked
from lessonboard.unread import how_many


class Setup(NamedTuple):
    """The first steps of a board, as this machine is.

    Args:
        files: transcripts on this machine, by the agent that keeps them.
        size: how much they are, in words.
        reading: how far they are read, once a person asked for that; empty before.
        changeable: whether the page may begin.
    """

    files: dict[str, int]
    size: str
    reading: str
    changeable: bool


def setup_of(asked: Asked) -> Setup | None:
    """The first steps; None where a session is on the board, or a past moment is looked at."""
    if asked.as_of is not None or asked.board.view("sessions", limit=1):
        return None
    found = list(transcripts(asked.app.config.import_.paths))
    return Setup(
        dict(Counter(_title(each.agent) for each in found).most_common()),
        size_of(sum(each.size for each in found)),
        _reading(asked),
        asked.changeable,
    )


def _title(agent: str) -> str:
    return AGENTS[agent].title if agent in AGENTS else "other places"


def _reading(asked: Asked) -> str:
    if asked.board.local.imports.swept_at() != EVERYTHING:
        return ""
    return how_many(asked.app, asked.board) or "the transcripts are read"
