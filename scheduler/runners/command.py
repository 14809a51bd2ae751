"""Any command line as an agent: the prompt on its standard input, the answer on its output."""

from __future__ import annotations

from collections.abc import Sequence

from scheduler.runners.process import environment, fault_of, run, words_of
from scheduler.runners.runner import Result, Task


class CommandAgent:
    """Runs a command line, without a shell.

    Args:
        line: as it would be typed; quotes hold words together, nothing else has a meaning.
        withheld: variables of the environment that it is not given.

    Raises:
        BoardError: the line is empty, or a quote in it is not closed.
    """

    name = "command"

    def __init__(self, line: str, withheld: Sequence[str] = ()) -> None:
        self._words = words_of(line)
        self._withheld = withheld

    def run(self, task: Task) -> Result:
        """Let the command do a task; see `AgentRunner.run`."""
        ended = run(self._words, task, environment(self._withheld), stdin=task.prompt)
        problem = fault_of(ended, task.timeout)
        return Result(ended.out.strip(), ended.code, ended.seconds, task.log, "", problem)
