"""The project's own checks, really run; an agent may mend what they complain about."""

from __future__ import annotations

from typing import Any

from reflect.prompts import as_data, shortened
from scheduler.runners.process import environment, run, words_of
from scheduler.runners.runner import AgentMissing, Task
from scheduler.workflow.checks import commands
from scheduler.workflow.prompts import MENDING, for_step
from scheduler.workflow.work import Shown, StepFailed, Work

_ROUNDS = 2
"""How often an agent may mend what the checks complain about."""

_LONGEST_OUTPUT = 2_000


def do(work: Work) -> Shown:
    """Run the checks until they pass, or often enough.

    Raises:
        StepFailed: some still fail, or there are none.
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
        told = "; ".join(f"`{each['command']}` ended with {each['exit_code']}" for each in failing)
        raise StepFailed(f"checks fail: {told}", {"commands": ran})
    return Shown({"checks": True, "commands": ran, "tree": tree.tree()})


def _run(work: Work, line: str) -> dict[str, Any]:
    """One command: its exit code, how long it took, and the end of what it printed."""
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
    return [each for each in ran if each["exit_code"] != 0]


def _mending(work: Work, ran: list[dict[str, Any]]) -> str:
    told = "\n\n".join(as_data(each["command"], each["output"]) for each in _failing(ran))
    return for_step(work.step, work.run.request, work.shown, f"{MENDING}\n{told}")
