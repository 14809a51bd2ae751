"""`recording run --mend`: a person does what a step could not, and the workflow learns it."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from blackboard import Board, BoardError
from blackboard.views.rows import WorkflowRow
from lessonboard.cli.output import one_line
from lessonboard.parts.recordings.browser.mend import IsDone, Mending
from lessonboard.parts.recordings.browser.outcome import Rerun, StepOutcome
from lessonboard.parts.recordings.browser.rerun import Options
from lessonboard.parts.recordings.cli.workflow import show_lines
from lessonboard.parts.recordings.compiler.mended import mended
from lessonboard.parts.recordings.sources import read_recording
from lessonboard.parts.recordings.workflow.file import (
    changed,
    difference,
    edited_document,
    file_of,
)
from lessonboard.parts.recordings.workflow.read import NAME, BadWorkflowFile, written
from lessonboard.parts.recordings.workflow.versions import record_edit

if TYPE_CHECKING:
    from playwright.sync_api import Page


_AGAINST = {
    "each": "a person mends one run; do that row with --param",
    "dry_run": "nothing is done, so nothing can stop",
    "rehearse": "it stops before what changes something, and leaves the workflow as it is",
    "headless": "a person needs the window",
}
"""Options that make no sense with --mend, and why."""


def ensure_mendable(ctx: click.Context) -> None:
    """Refuse an option beside --mend with which nothing could be mended.

    Raises:
        click.UsageError: it was given.
    """
    for name, why in _AGAINST.items():
        is_typed = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_typed and ctx.params[name]:
            option = "--" + name.replace("_", "-")
            raise click.UsageError(f"--mend cannot be used with {option}: {why}", ctx)


def asked(failed: StepOutcome, _pages: list[Page]) -> IsDone:
    """Ask at the terminal for what a step could not do, without keeping the browser waiting."""
    click.echo(f"Step {failed.number} stopped: {one_line(failed.reason)}", err=True)
    click.echo("Do the right thing in the window, then press Enter here; q gives up.", err=True)
    answers: list[str] = []
    Thread(target=lambda: answers.append(sys.stdin.readline()), daemon=True).start()
    # At the end of the input the line is "": no person said that they are ready.
    return lambda: answers[0] != "" and answers[0].strip().lower() != "q" if answers else None


@contextmanager
def in_window(options: Options) -> Iterator[Options]:
    """The options of a run in a window that a person mends; until its end what they did is kept."""
    with tempfile.TemporaryDirectory(prefix="lessonboard-mend-") as folder:
        yield replace(options, headless=False, mending=Mending(Path(folder), asked))


def offer(board: Board, row: WorkflowRow, ran: Rerun, values: Mapping[str, str]) -> None:
    """Show what the workflow would be with what a person did, and record it if they agree.

    All of it on standard error, as the result of the run was printed before. The run is over, so
    what cannot be taken over is said, and is no error.
    """
    try:
        document = with_mended(row["workflow"], ran, values)
        if document == row["workflow"]:
            return
        show_lines(difference(row["workflow"], document))
        document = edited_document(row, written(document))
    except BoardError as error:
        _say_not_taken(board, row["id"], error)
        return
    if click.confirm("Shall the workflow do this from now on?", err=True):
        event = record_edit(board, row, document, reason="mended by doing")
        changed(board, board.row("workflows", row["id"]))  # which writes the file anew
        click.echo(f"Recorded as {event}.", err=True)


def _say_not_taken(board: Board, recording: str, error: BoardError) -> None:
    """Say why the workflow stays as it was, and what to do about it."""
    problems = error.problems if isinstance(error, BadWorkflowFile) else ()
    for reason in [each.text for each in problems] or [str(error)]:
        click.echo(f"lessonboard: not taken over: {one_line(reason)}", err=True)
    file = file_of(board, recording) or Path(NAME)
    click.echo(
        f"lessonboard: the run was done, and the workflow is as before; write what you did into "
        f"{one_line(str(file))}, then type `lessonboard recording accept {recording}`",
        err=True,
    )


def with_mended(workflow: Mapping[str, Any], ran: Rerun, values: Mapping[str, str]) -> Any:
    """The workflow with what a person did in the place of the steps that could not be done.

    Raises:
        BoardError: one of their actions could not be recorded.
    """
    document: Any = workflow
    for step in reversed(ran.steps):  # so that the numbers before it stay
        if step.mended is None:
            continue
        try:
            recording = read_recording(step.mended)
        except BoardError:  # the person saw that nothing had to be done
            continue
        if any(problem.is_loss for problem in recording.problems):
            raise BoardError(f"in place of step {step.number}: an action could not be recorded")
        document = mended(document, step.number, recording, values)
    return document
