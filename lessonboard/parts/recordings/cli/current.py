"""A workflow as its file has it now, and how a command shows what is wrong with that file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.cli.output import one_line, print_json
from lessonboard.naming import key_of
from lessonboard.parts.recordings.workflow_file.document import Json
from lessonboard.parts.recordings.workflow_file.read import NAME, BadWorkflowFile
from lessonboard.parts.recordings.workflow_files import in_force


def workflow_row(board: Board, beginning: str) -> WorkflowRow:
    """The workflow of a recording by its id, or the beginning of that."""
    return board.row("workflows", key_of(board, "workflows", beginning))


def current_row(
    board: Board, beginning: str, hosts: tuple[str, ...] = (), *, as_json: bool
) -> WorkflowRow:
    """The workflow after the edits of its file were recorded, which is said on standard error.

    Raises:
        BadWorkflowFile: the file was edited, and has errors; all of them were shown.
    """
    row = workflow_row(board, beginning)
    with problems_shown(as_json=as_json):
        row, taken = in_force(board, row, frozenset(hosts))
    show_taken(taken.event, taken.conflicts, as_json=as_json)
    return row


@contextmanager
def problems_shown(*, as_json: bool) -> Iterator[None]:
    """All problems of a workflow file, each on a line, before the command ends with them."""
    try:
        yield
    except BadWorkflowFile as error:
        if as_json:
            print_json(_as_json(error))
            raise SystemExit(1) from error
        show_problems(error)
        raise


def show_problems(error: BadWorkflowFile) -> None:
    """Each problem on a line of standard error."""
    for line in error.lines:
        click.echo(one_line(line), err=True)


def show_taken(event: str, conflicts: object, *, as_json: bool) -> None:
    """That the edits of a file were recorded, on standard error."""
    if event and not as_json:
        click.echo(f"lessonboard: the edits of {NAME} are recorded as {event}", err=True)
    for conflict in conflicts if isinstance(conflicts, (list, tuple)) else ():
        click.echo(f"lessonboard: it was changed elsewhere as well; {conflict}", err=True)


def _as_json(error: BadWorkflowFile) -> Json:
    problems = [{"line": each.mark.line, "column": each.mark.column, "text": each.text}
                for each in error.problems]  # fmt: skip
    return {"file": str(error.path), "problems": problems}
