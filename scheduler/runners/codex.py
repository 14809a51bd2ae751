"""Codex as an agent, without its screen: `codex exec`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scheduler.runners.process import environment, fault_of, run
from scheduler.runners.runner import Result, Task

_SESSION = re.compile(r"^session id:\s*([0-9a-f-]{36})\s*$", re.MULTILINE)


class Codex:
    """Runs Codex in a sandbox that may write in the worktree alone.

    Args:
        withheld: variables of the environment that it is not given.
        program: its name or path.
    """

    name = "codex"

    def __init__(self, withheld: Sequence[str] = (), program: str = "codex") -> None:
        self._withheld = withheld
        self._program = program

    def run(self, task: Task) -> Result:
        """Let it do a task; see `AgentRunner.run`."""
        command = [
            self._program, "exec", "--sandbox", "workspace-write", "--skip-git-repo-check",
            task.prompt,
        ]  # fmt: skip
        ended = run(command, task, environment(self._withheld))
        found = _SESSION.search(f"{ended.err}\n{ended.out}")
        problem = fault_of(ended, task.timeout)
        session = found[1] if found else ""
        return Result(ended.out.strip(), ended.code, ended.seconds, task.log, session, problem)
