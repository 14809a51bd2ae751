"""Claude Code as an agent, in its print mode: `claude -p PROMPT --output-format json`."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from blackboard.agents.claude_code import WORKING_TOOLS
from blackboard.private_folder import make_private_folder
from lessonboard.parts.automation.runners.process import Ended, fault_of, run
from lessonboard.parts.automation.runners.runner import Result, RunnerTask
from reflect.model.agents.sign_in import environment

TOOLS = ",".join(WORKING_TOOLS)
"""What it may use without asking, as there is no one to ask."""

_PREFIX = "CLAUDE_CODE_SHELL_PREFIX"
_WITHOUT = """#!/bin/sh
unset {names}
case "$SHELL" in *bash | *zsh) ;; *) SHELL=bash ;; esac
exec "$SHELL" -c "$1"
"""


class ClaudeCode:
    """Runs Claude Code.

    Args:
        withheld: variables of the environment that it is not given.
        program: its name or path.
        named: variables that it is given besides its own.
    """

    name = "claude"

    def __init__(
        self, withheld: Sequence[str] = (), program: str = "claude", named: Sequence[str] = ()
    ) -> None:
        self._withheld = withheld
        self._named = named
        self._program = program

    def run(self, task: RunnerTask) -> Result:
        """Let it do a task; see `AgentRunner.run`."""
        command = [
            self._program, "-p", task.prompt, "--output-format", "json",
            "--permission-mode", "acceptEdits", "--allowedTools", TOOLS,
        ]  # fmt: skip
        variables = environment("claude", os.environ, named=self._named, withheld=self._withheld)
        ended = run(command, task, _stripping(variables, task.log.parent))
        return _read(ended, task)


def _stripping(variables: Mapping[str, str], folder: Path) -> dict[str, str]:
    """The switch by which its commands are started without what was given to it alone.

    Its own `CLAUDE_CODE_SUBPROCESS_ENV_SCRUB` (2.1) demands bubblewrap and socat on Linux, and
    leaves empty files in the worktree, which would be committed.
    """
    others = environment("", variables, withheld=())
    own = sorted(name for name in variables if name not in others and name.isidentifier())
    make_private_folder(folder)
    script = folder / "without-sign-in"
    script.write_text(_WITHOUT.format(names=" ".join(own)))
    script.chmod(0o700)
    return {_PREFIX: str(script), **variables}


def _read(ended: Ended, task: RunnerTask) -> Result:
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
