"""What a player of the fourth session is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, Protocol

from bench.effect.arms.arm import Arm, Place


class Options(NamedTuple):
    """What a person chooses of a player.

    Attributes:
        raw: the folder that keeps what an agent printed.
        model: which model is asked; empty for the agent's own choice.
        model_name: how the model behind `files` is called in the logs.
        folder: where `files` writes requests and reads answers.
        longest: seconds of a session; of `files`, of one answer.
    """

    raw: Path
    model: str = ""
    model_name: str = ""
    folder: Path | None = None
    longest: float = 1800.0


class Player(Protocol):
    """Plays the fourth session of a place, and judges it.

    Attributes:
        name: what the logs call it.
        agent: whom an arm is registered for.
    """

    name: str
    agent: str

    def missing(self) -> str:
        """Why it cannot play here; empty if it can."""

    def __call__(self, place: Place, arm: Arm) -> dict[str, Any]:
        """The fields of the log that it knows.

        Raises:
            NoSession: there was no session to judge.
        """


class NoSession(Exception):
    """An agent did not work, as without a sign-in: the run is not counted, and done again."""
