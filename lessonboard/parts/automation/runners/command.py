"""Any command line as an agent: the prompt on its standard input, the answer on its output."""

from __future__ import annotations

import os
from collections.abc import Sequence

from lessonboard.parts.automation.runners.process import fault_of, run, words_of
from lessonboard.parts.automation.runners.runner import Result, RunnerTask
from reflect.model.agents.sign_in import environment


class CommandAgent:
    """Runs a command line, without a shell.

    Args:
        line: as it would be typed; quotes hold words together, nothing else has a meaning.
        withheld: variables of the environment that it is not given.
        named: variables that it is given besides those of an agent of its name.

    Raises:
        BoardError: the line is empty, or a quote in it is not closed.
    """

    name = "command"

    def __init__(self, line: str, withheld: Sequence[str] = (), named: Sequence[str] = ()) -> None:
        self._words = words_of(line)
        self._withheld = withheld
        self._named = named

    def run(self, task: RunnerTask) -> Result:
        """Let the command do a task; see `AgentRunner.run`."""
        variables = environment(
            self._words[0], os.environ, named=self._named, withheld=self._withheld
        )
        ended = run(self._words, task, variables, stdin=task.prompt)
        problem = fault_of(ended, task.timeout)
        return Result(ended.out.strip(), ended.code, ended.seconds, task.log, "", problem)
