"""Run the project's own checks; an agent may fix what they report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lessonboard.parts.automation.isolation.lacking import advice
from lessonboard.parts.automation.isolation.means import LEFT
from lessonboard.parts.automation.runners.process import run, words_of
from lessonboard.parts.automation.runners.runner import AgentMissing, RunnerTask
from lessonboard.parts.automation.workflow.checks import commands
from lessonboard.parts.automation.workflow.prompts import MENDING
from lessonboard.parts.automation.workflow.work import Shown, StepFailed, Work
from reflect.prompts import as_data, shortened
from scheduler.git.command import run_git

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
    _say_what_is_left(work)
    ran = [_run(work, line) for line in lines]
    for _ in range(_ROUNDS):
        if not _failing(ran) or _lacking(ran) or work.ask(_mending(work, ran), "mend").problem:
            break
        ran = [_run(work, line) for line in lines]
    shown = {"commands": ran, "isolation": work.isolation.means.name}
    failing = _failing(ran)
    if failing:
        listed = "; ".join(
            f"`{result['command']}` ended with {result['exit_code']}" for result in failing
        )
        lacking = advice(_lacking(ran), work.run.project)
        evidence = {**shown, **({"withheld": _lacking(ran)} if lacking else {})}
        raise StepFailed("; ".join(filter(None, (f"checks fail: {listed}", lacking))), evidence)
    return Shown({"checks": True, **shown, "tree": tree.tree()})


def _run(work: Work, line: str) -> dict[str, Any]:
    """Run one command apart; return its exit code, duration, end of output and what it lacked."""
    settings, isolation = work.tools.settings, work.isolation
    task = RunnerTask("", work.worktree().path, work.log("checks"), settings.timeout_minutes * 60,
                work.tools.stopping)  # fmt: skip
    try:
        words = isolation.command(words_of(line), task.folder, readable=_git_folder(task.folder),
                                  kept=[str(task.folder / ".git")])  # fmt: skip
        ended = run(words, task, isolation.environment())
    except AgentMissing as error:
        return {"command": line, "exit_code": 127, "seconds": 0.0, "output": str(error)}
    printed = f"{ended.out}{ended.err}".strip()
    result = {
        "command": line,
        "exit_code": ended.code,
        "seconds": ended.seconds,
        "output": shortened(printed, _LONGEST_OUTPUT),
    }
    lacking = isolation.lacks(line, printed) if ended.code else []
    return {**result, "withheld": lacking} if lacking else result


def _git_folder(worktree: Path) -> list[str]:
    """The files of git, which a check may read."""
    return [run_git(worktree, "rev-parse", "--path-format=absolute", "--git-common-dir")]


def _say_what_is_left(work: Work) -> None:
    if work.isolation.means.command is None:
        work.tools.report("noted", work.step, LEFT)


def _lacking(ran: list[dict[str, Any]]) -> list[str]:
    """What failing checks lacked that a person could allow; an agent can mend none of it."""
    return sorted({lack for result in _failing(ran) for lack in result.get("withheld", ())})


def _failing(ran: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [result for result in ran if result["exit_code"] != 0]


def _mending(work: Work, ran: list[dict[str, Any]]) -> str:
    failures = "\n\n".join(as_data(result["command"], result["output"]) for result in _failing(ran))
    return work.prompt(f"{MENDING}\n{failures}")
