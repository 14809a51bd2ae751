"""A run at a terminal: its steps are printed as they go, and Ctrl-C stops it in order."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli.output import one_line, print_lines
from lessonboard.parts.automation.orchestration import tools_for
from lessonboard.parts.automation.present import run_lines
from lessonboard.parts.automation.workflow import orchestrate, record
from lessonboard.parts.automation.workflow.files import load
from lessonboard.parts.automation.workflow.step import Step

_MARKS = {"begun": "..", "completed": "ok", "noted": "--", "failed": "no"}


def go_on(app: App, board: Board, run: str, agent: str) -> None:
    """Do the steps that are left, and print each; exit code 1 where the run failed."""
    row = record.run_named(board, run)
    with _stopping() as stopping:
        tools = tools_for(
            app, board, row["project"], agent, stopping=lambda: bool(stopping), report=_report
        )
        row = orchestrate.go_on(run, load(row["workflow"]), tools)
    print_lines(run_lines(row))
    if row["state"] == "failed":
        click.echo(f"When it is fixed: lessonboard automation run --resume {run}", err=True)
        raise SystemExit(1)


@contextmanager
def _stopping() -> Iterator[list[int]]:
    """Note SIGTERM and Ctrl-C instead of ending immediately."""
    noted: list[int] = []
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [
        signal.signal(number, lambda given, _frame: noted.append(given)) for number in numbers
    ]
    try:
        yield noted
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)


def _report(what: str, step: Step | None, said: str) -> None:
    if step is None or what not in _MARKS:
        return
    about = f": {one_line(said)[:400]}" if said else ""
    click.echo(f"{_MARKS[what]}  step {step.id}  {one_line(step.title)}{about}")
