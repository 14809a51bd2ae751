"""Codex as an agent, without its screen: `codex exec`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from lessonboard.parts.automation.runners.process import fault_of, run
from lessonboard.parts.automation.runners.runner import Result, RunnerTask
from reflect.model.agents.sign_in import environment

_SESSION = re.compile(r"^session id:\s*([0-9a-f-]{36})\s*$", re.MULTILINE)


class Codex:
    """Runs Codex in a sandbox that may write in the worktree alone.

    Args:
        withheld: variables of the environment that it is not given.
        program: its name or path.
        named: variables that it is given besides its own; its children are given none of either.
    """

    name = "codex"

    def __init__(
        self, withheld: Sequence[str] = (), program: str = "codex", named: Sequence[str] = ()
    ) -> None:
        self._withheld = withheld
        self._named = named
        self._program = program

    def run(self, task: RunnerTask) -> Result:
        """Let it do a task; see `AgentRunner.run`."""
        command = [
            self._program, "exec", "--sandbox", "workspace-write", "--skip-git-repo-check",
            "-c", 'shell_environment_policy.inherit="core"', task.prompt,
        ]  # fmt: skip
        variables = environment("codex", os.environ, named=self._named, withheld=self._withheld)
        ended = run(command, task, variables)
        found = _SESSION.search(f"{ended.err}\n{ended.out}")
        problem = fault_of(ended, task.timeout)
        session = found[1] if found else ""
        return Result(ended.out.strip(), ended.code, ended.seconds, task.log, session, problem)
