"""How one run is shown: its steps, and the evidence of each."""

from __future__ import annotations

from typing import Any

import click

from blackboard import Board
from blackboard.views.rows import RunRow
from lessonboard.cli.output import one_line, print_json, print_lines
from lessonboard.parts.automation.present import run_lines
from lessonboard.parts.automation.workflow import record
from lessonboard.present.as_json import row_json

_SHORT = ("issue", "pull-request", "branch", "commit", "lines", "exit_code", "seconds", "isolation")
"""The parts of a step's evidence that fit on a line."""


def show(board: Board, run: str, *, as_json: bool) -> None:
    """Print a run, step by step.

    Raises:
        NotFound: there is no such run.
    """
    row = record.run_named(board, run)
    completed, failed = record.evidence_of(board, run)
    evidence = {**failed, **completed}
    if as_json:
        print_json({**row_json("runs", row), "evidence": evidence})
        return
    print_lines(run_lines(row))
    for step in row["steps"]:
        _show_step(row, step, evidence.get(step, {}))


def _show_step(row: RunRow, step: str, evidence: dict[str, Any]) -> None:
    if step in row["completed"]:
        state, about = "ok", _summary(evidence)
    elif step in row["failed"]:
        state, about = "no", row["failed"][step]
    else:
        state, about = ("->" if step == row["current"] else "  "), ""
    click.echo(f"  {state}  step {step}  {one_line(about)[:300]}".rstrip())
    if evidence.get("log"):
        click.echo(f"        log: {one_line(evidence['log'])}")


def _summary(evidence: dict[str, Any]) -> str:
    found = [f"{name.replace('_', ' ')} {evidence[name]}" for name in _SHORT if name in evidence]
    ran = [f"`{each['command']}` {each['exit_code']}" for each in evidence.get("commands", [])]
    left_out = [f"{name} left out: {why}" for name, why in evidence.get("left_out", {}).items()]
    return ", ".join([*found, *ran, *left_out])
