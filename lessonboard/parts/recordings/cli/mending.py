"""`recording run --mend`: a person does what a step could not, and the workflow learns it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from blackboard import Board, BoardError
from blackboard.views.rows import WorkflowRow
from lessonboard.bootstrap import App
from lessonboard.cli.output import one_line
from lessonboard.parts.recordings.browser.mend import IsDone, Mending
from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.browser.rerun import Options
from lessonboard.parts.recordings.compiler.mended import mended
from lessonboard.parts.recordings.rerunning import run_workflow
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.workflow.file import changed, difference
from lessonboard.parts.recordings.workflow.plan import Plan
from lessonboard.parts.recordings.workflow.read import NAME, decoded, written
from lessonboard.parts.recordings.workflow.versions import record_edit

if TYPE_CHECKING:
    from playwright.sync_api import Page


def asked(failed: StepOutcome, _pages: list[Page]) -> IsDone:
    """Ask at the terminal for what a step could not do, without keeping the browser waiting."""
    click.echo(f"Step {failed.number} stopped: {one_line(failed.reason)}", err=True)
    click.echo("Do the right thing in the window, then press Enter here; q gives up.", err=True)
    answers: list[str] = []
    Thread(target=lambda: answers.append(sys.stdin.readline()), daemon=True).start()
    return lambda: answers[0].strip().lower() != "q" if answers else None


def run_mending(
    app: App,
    board: Board,
    row: WorkflowRow,
    plan: Plan,
    values: dict[str, str],
    options: Options,
    report: Path | None,
    say: Callable[[StepOutcome], None] | None,
) -> tuple[Rerun, Path, str]:
    """Run a workflow in a window, where a person mends it; see `run_workflow`."""
    with tempfile.TemporaryDirectory(prefix="lessonboard-mend-") as folder:
        wanted = replace(options, headless=False, mending=Mending(Path(folder), asked))
        ran = run_workflow(app, board, row, plan, values, wanted, report, say)
        offer(board, row, ran[0], values)
    return ran


def offer(board: Board, row: WorkflowRow, ran: Rerun, values: Mapping[str, str]) -> None:
    """Show what the workflow would be with what a person did, and record it if they agree."""
    document = with_mended(row["workflow"], ran, values)
    if document == row["workflow"]:
        return
    document = decoded(Path(NAME), written(document).encode(), row["id"])
    for line in difference(row["workflow"], document):
        click.echo(one_line(line))
    if click.confirm("Shall the workflow do this from now on?"):
        event = record_edit(board, row, document, reason="mended by doing")
        changed(board, board.row("workflows", row["id"]))  # which writes the file anew
        click.echo(f"Recorded as {event}.")


def with_mended(workflow: Mapping[str, Any], ran: Rerun, values: Mapping[str, str]) -> Any:
    """The workflow with what a person did in the place of the steps that could not be done."""
    document: Any = workflow
    for step in reversed(ran.steps):  # so that the numbers before it stay
        if step.mended is None:
            continue
        try:
            recording = read_recording(step.mended)
        except BoardError:  # the person saw that nothing had to be done
            continue
        document = mended(document, step.number, recording, values)
    return document
