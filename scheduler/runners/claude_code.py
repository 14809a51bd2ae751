"""Claude Code as an agent, in its print mode: `claude -p PROMPT --output-format json`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from blackboard.agents.claude_code import WORKING_TOOLS
from scheduler.runners.process import Ended, environment, fault_of, run
from scheduler.runners.runner import Result, Task

TOOLS = ",".join(WORKING_TOOLS)
"""What it may use without asking; nobody is there to be asked."""


class ClaudeCode:
    """Runs Claude Code.

    Args:
        withheld: variables of the environment that it is not given.
        program: its name or path.
    """

    name = "claude"

    def __init__(self, withheld: Sequence[str] = (), program: str = "claude") -> None:
        self._withheld = withheld
        self._program = program

    def run(self, task: Task) -> Result:
        """Let it do a task; see `AgentRunner.run`."""
        command = [
            self._program, "-p", task.prompt, "--output-format", "json",
            "--permission-mode", "acceptEdits", "--allowedTools", TOOLS,
        ]  # fmt: skip
        ended = run(command, task, environment(self._withheld))
        return _read(ended, task)


def _read(ended: Ended, task: Task) -> Result:
    """The result in what it printed: an object, the last one where there are several."""
    told = _last_object(ended.out)
    text = str(told.get("result") or "").strip() if told else ended.out.strip()
    problem = fault_of(ended, task.timeout)
    if not problem and told is None:
        problem = "it printed no JSON; is `claude` an old version?"
    elif not problem and told and told.get("is_error"):
        problem = f"it reports {told.get('subtype') or 'an error'}: {text[:300]}"
    session = str((told or {}).get("session_id") or "")
    return Result(text, ended.code, ended.seconds, task.log, session, problem)


def _last_object(out: str) -> dict[str, Any] | None:
    for line in reversed([out.strip(), *out.splitlines()]):
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            return value
    return None
