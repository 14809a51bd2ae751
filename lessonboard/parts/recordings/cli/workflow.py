"""What commands about a workflow share: which is meant, and how a problem of its file is shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from blackboard import Board
from blackboard.views.rows import WorkflowRow
from lessonboard.cli.output import one_line, print_json
from lessonboard.naming import key_of
from lessonboard.parts.recordings.workflow.file import ChangedFile, ensure_accepted
from lessonboard.parts.recordings.workflow.read import BadWorkflowFile


def workflow_row(board: Board, beginning: str) -> WorkflowRow:
    """The workflow of a recording by its id, or the beginning of that."""
    return board.row("workflows", key_of(board, "workflows", beginning))


def accepted_row(board: Board, beginning: str, *, as_json: bool) -> WorkflowRow:
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
    except BadWorkflowFile as error:
        if as_json:
            print_json(file_problems(error))
            raise SystemExit(1) from error
        for line in error.lines:
            click.echo(one_line(line), err=True)
        raise
    except ChangedFile as error:
        if as_json:
            print_json({"file": str(error.path), "problems": [], "diff": error.diff})
            raise SystemExit(1) from error
        show_difference(error.diff)
        raise


def show_difference(diff: list[str]) -> None:
    """How a file was changed, on standard error."""
    for line in diff:
        text = line.lstrip("+- ")
        click.echo(line[: len(line) - len(text)] + one_line(text), err=True)


def file_problems(error: BadWorkflowFile) -> dict[str, object]:
    """The problems of a file for other programs."""
    problems = [{"line": each.line, "column": each.column, "text": each.text}
                for each in error.problems]  # fmt: skip
    return {"file": str(error.path), "problems": problems}
