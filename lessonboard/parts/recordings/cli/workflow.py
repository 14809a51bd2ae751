"""What commands about a workflow share: which is meant, and how it and its problems are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.cli.output import one_line, print_json
from lessonboard.naming import key_of
from lessonboard.parts.recordings.workflow.file import ChangedFile, ensure_accepted
from lessonboard.parts.recordings.workflow.read import BadWorkflowFile

if TYPE_CHECKING:
    from lessonboard.parts.recordings.workflow.plan import Plan

_LONGEST = 200


def workflow_row(board: Board, beginning: str) -> WorkflowRow:
    """The workflow of a recording by its id, or the beginning of that."""
    return board.row("workflows", key_of(board, "workflows", beginning))


def accepted_row(board: Board, beginning: str, *, as_json: bool = False) -> WorkflowRow:
    """The workflow of a recording, whose file says what the board holds.

    Raises:
        BadWorkflowFile: its file has errors; all of them were shown.
        ChangedFile: its file says something else; how was shown.
    """
    row = workflow_row(board, beginning)
    with problems_shown(as_json=as_json):
        ensure_accepted(board, row)
    return row


@contextmanager
def problems_shown(*, as_json: bool) -> Iterator[None]:
    """All that is wrong with a file, each on a line, before the command ends with it."""
    try:
        yield
    except (BadWorkflowFile, ChangedFile) as error:
        problems = error.problems if isinstance(error, BadWorkflowFile) else []
        diff = error.diff if isinstance(error, ChangedFile) else []
        if as_json:
            print_json({"file": str(error.path), "problems": [each._asdict() for each in problems],
                        "diff": diff})  # fmt: skip
            raise SystemExit(1) from error
        show_lines([*(f"{error.path}:{each}" for each in problems), *diff])
        if isinstance(error, BadWorkflowFile):
            raise BadWorkflowFile(error.path, error.problems, are_shown=True) from error
        raise


def show_lines(lines: Iterable[str]) -> None:
    """Problems, or a difference, on standard error."""
    for line in lines:
        text = line.lstrip("+- ")
        click.echo(line[: len(line) - len(text)] + one_line(text), err=True)


def show_steps(plan: Plan, values: Mapping[str, str]) -> None:
    """Each step on a line, with its value and its danger."""
    for step in plan.steps:
        value = f"  {one_line(plan.shown_value(step, values) or '', _LONGEST)}".rstrip()
        danger = f"  [{step.danger}]" if step.danger else ""
        intent, on = plan.shown_intent(step, values), plan.shown_target(step, values)
        said = one_line(intent) + (f" ({one_line(on)})" if on else "")
        click.echo(f"{step.number:>4}. {step.action:<8}  {said}{value}{danger}")
