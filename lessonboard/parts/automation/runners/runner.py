"""What the orchestrator needs of an agent, whichever it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from blackboard.errors import BoardError

MINUTE = 60.0


class AgentMissing(BoardError):
    """The agent's program is not on this machine."""


class AgentStopped(BoardError):
    """The agent was ended because its starter stops."""


@dataclass(frozen=True)
class RunnerTask:
    """What an agent is to do, where, and how long it may take.

    `log` is the file that keeps what it prints, without secrets; `stopping` is asked now and
    then whether it shall be ended.
    """

    prompt: str
    folder: Path
    log: Path
    timeout: float = 30 * MINUTE
    stopping: Callable[[], bool] = lambda: False


@dataclass(frozen=True)
class Result:
    """The result of a run; `text` is without secrets, `problem` is empty or says what failed."""

    text: str
    exit_code: int
    seconds: float
    log: Path
    session: str = ""
    problem: str = ""


class AgentRunner(Protocol):
    """Runs one kind of agent."""

    name: str

    def run(self, task: RunnerTask) -> Result:
        """Let the agent do a task, and wait for its end.

        Raises:
            AgentMissing: there is no such program.
            AgentStopped: it was ended because `stopping` said so.
        """
        ...
