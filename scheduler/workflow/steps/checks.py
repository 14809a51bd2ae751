"""Run the project's own checks; an agent may fix what they report."""

from __future__ import annotations

from typing import Any

from reflect.prompts import as_data, shortened
from scheduler.runners.process import environment, run, words_of
from scheduler.runners.runner import AgentMissing, Task
from scheduler.workflow.checks import commands
from scheduler.workflow.prompts import MENDING
from scheduler.workflow.work import Shown, StepFailed, Work

_ROUNDS = 2
"""How many times an agent may try to fix failing checks."""

_LONGEST_OUTPUT = 2_000


def do(work: Work) -> Shown:
    """Run the checks, with attempts to fix them, until they pass.

    Raises:
        StepFailed: some still fail, or no checks are known.
    """
    tree = work.worktree()
    lines = commands(work.tools.settings.checks, tree.path)
    if not lines:
        raise StepFailed(f"no checks were found in {tree.path}; name them in [automation] checks")
    ran = [_run(work, line) for line in lines]
    for _ in range(_ROUNDS):
        if not _failing(ran) or work.ask(_mending(work, ran), "mend").problem:
            break
        ran = [_run(work, line) for line in lines]
    failing = _failing(ran)
    if failing:
        listed = "; ".join(
            f"`{result['command']}` ended with {result['exit_code']}" for result in failing
        )
        raise StepFailed(f"checks fail: {listed}", {"commands": ran})
    return Shown({"checks": True, "commands": ran, "tree": tree.tree()})


def _run(work: Work, line: str) -> dict[str, Any]:
    """Run one command and return its exit code, duration and the end of its output."""
    settings = work.tools.settings
    task = Task("", work.worktree().path, work.log("checks"), settings.timeout_minutes * 60,
                work.tools.stopping)  # fmt: skip
    try:
        ended = run(words_of(line), task, environment(work.tools.withheld))
    except AgentMissing as error:
        return {"command": line, "exit_code": 127, "seconds": 0.0, "output": str(error)}
    output = shortened(f"{ended.out}{ended.err}".strip(), _LONGEST_OUTPUT)
    return {
        "command": line,
        "exit_code": ended.code,
        "seconds": ended.seconds,
        "output": output,
    }


def _failing(ran: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [result for result in ran if result["exit_code"] != 0]


def _mending(work: Work, ran: list[dict[str, Any]]) -> str:
    failures = "\n\n".join(as_data(result["command"], result["output"]) for result in _failing(ran))
    return work.prompt(f"{MENDING}\n{failures}")
