"""Boards with a session, and models that answer from a script, for the tests of proposals."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pydantic import BaseModel

from blackboard import Board
from blackboard.event import NewEvent
from reflect.curator.settings import CuratorSettings
from reflect.digest.digest import Digest, digest
from reflect.model.model import Model
from reflect.model.settings import ModelSettings
from reflect.model.thread import Completion, Message, Mode
from reflect.proposals.understand import Understood, understand
from reflect.trajectory import trajectory
from tests.reflect.talks import ran, says, session

FAILURE = ran("pytest -q", "bash: pytest: command not found", fails=True)
REMEDY = ran("uv run pytest -q", "12 passed")
WISH = says("No, use uv run for every Python tool here.")
STEPS = (says("Run the tests."), FAILURE, REMEDY, WISH, says("Done.", "assistant"))
"""The entries 2 to 6 of the session's digest."""


class Scripted:
    """Answers by what a question is about; keeps what it was asked."""

    def __init__(self, **answers: Any) -> None:
        self._answers = answers
        self.asked: list[str] = []

    def complete(
        self, thread: Sequence[Message], shape: type[BaseModel] | None, mode: Mode, timeout: float
    ) -> Completion:
        """See `Endpoint.complete`."""
        self.asked.append("\n\n".join(message.text for message in thread))
        assert shape is not None
        answer = self._answers.get(shape.__name__.lower(), _NOTHING[shape.__name__])
        return Completion(answer if isinstance(answer, str) else json.dumps(answer), 10, 10)

    def embed(self, texts: Sequence[str], timeout: float) -> list[list[float]]:
        """Never asked for."""
        raise NotImplementedError


_NOTHING: dict[str, Any] = {
    "Proposals": {"lessons": []}, "Corrections": {"verdicts": []}, "Relations": {"relations": []},
}  # fmt: skip


def model(endpoint: Scripted) -> Model:
    """A model behind a scripted endpoint."""
    return Model(endpoint, ModelSettings(name="scripted", api="chat-object", corrections=1))


def lesson(**fields: Any) -> dict[str, Any]:
    """A proposal about the session of `STEPS`: a proven fix, unless fields say otherwise."""
    return {
        "kind": "fix",
        "text": "Run the tests with `uv run pytest`; a bare pytest is not installed.",
        "key": {"command": "pytest", "error": "command not found"},
        "entries": [3, 4],
        "quote": "pytest: command not found",
        "confidence": 0.8,
        **fields,
    }


def digest_of(steps: Sequence[NewEvent] = STEPS) -> Digest:
    """The digest of a session."""
    with Board.open(":memory:") as board:
        board.append(session(steps))
        (row,) = board.view("sessions")
        return digest(trajectory(board, row))


@contextmanager
def board_with(*sessions: Sequence[NewEvent]) -> Iterator[Board]:
    """A board with sessions s1, s2, and so on, a day apart."""
    with Board.open(":memory:") as board:
        for number, steps in enumerate(sessions, 1):
            events = session(steps, f"s{number}")
            later = 86_400_000_000 * (number - 1)
            board.append([event._replace(occurred_at=(event.occurred_at or 0) + later)
                          for event in events])  # fmt: skip
        yield board


def ask(board: Board, endpoint: Scripted, name: str = "s1") -> Understood:
    """Ask about one session of a board."""
    row = board.row("sessions", name)
    return understand(board, row, model(endpoint), CuratorSettings())
