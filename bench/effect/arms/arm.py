"""What an arm is: nothing, unless it says otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from bench.effect.clone import Clone
from bench.effect.tasks import Task


class Place(NamedTuple):
    """Where a task is played.

    Attributes:
        task: what is played.
        home: the person's home; an agent's settings are below it.
        clone: the clone of the repository.
        bin: a folder that is first on `PATH`.
        number: how many sessions are over.
        run: the how manieth of this task and arm.
        agent: who plays the last session, for whom a memory is registered besides; the sessions
            before it are Claude Code's.
    """

    task: Task
    home: Path
    clone: Clone
    bin: Path
    number: int = 0
    run: int = 1
    agent: str = "claude"


class Arm:
    """A memory, or none.

    Attributes:
        agents: whom it can be registered for.
    """

    name = "none"
    agents: tuple[str, ...] = ("claude", "codex", "opencode")

    def missing(self) -> str:
        """Why it cannot be run here; empty if it can."""
        return ""

    def install(self, place: Place) -> None:
        """Before the first session: write the agent's settings into the home."""

    def after(self, place: Place) -> None:
        """After each of the three sessions: let background work end."""

    def recalled(self, place: Place, prompt: str) -> str:
        """What its tools answer, where they tell an agent to ask when a session begins."""
        return ""

    def asked(self, place: Place, error: str) -> str:
        """What the memory's tool answers to an agent that asks about a failure; empty if none."""
        return ""

    def close(self, place: Place) -> None:
        """At the end: stop what runs."""
