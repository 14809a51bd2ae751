"""`lessonboard session export`: sessions kept as Markdown or JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from blackboard.errors import BoardError
from blackboard.private_folder import make_private_folder
from blackboard.views.rows import SessionRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, progress

if TYPE_CHECKING:
    from blackboard import Board
    from lessonboard.exporting.sessions import Format


@click.command()
@click.argument("session_id", metavar="[ID]", required=False)
@options.session_filters
@click.option(
    "--format", "form", type=click.Choice(["markdown", "json"]), default="markdown",
    show_default=True, help="For people, or for programs.",
)  # fmt: skip
@click.option(
    "--out", type=click.Path(path_type=Path, allow_dash=True), metavar="FOLDER|FILE|-",
    help="Where to; - is standard output, the default for one session.",
)  # fmt: skip
@click.pass_obj
def export(
    app: App, /, session_id: str | None, form: Format, out: Path | None, **filters: Any
) -> None:  # fmt: skip
    """Write one session, or all that match the filters, to one file each in a folder.

    The files are named by date, agent, id and title, and are only for you to read. Exporting
    again replaces the file of a session; other files are never overwritten.
    """
    with app.existing() as board:
        if session_id is None:
            where = options.sessions_where(board, **filters)
            _all(board, board.view("sessions", where=where, order="-last_at"), form, out)
            return
        if any(value is not None for value in filters.values()):
            raise click.UsageError("give an ID or filters, not both")
        row = board.row("sessions", options.session_named(board, session_id))
        _one(board, row, form, out)


def _one(board: Board, row: SessionRow, form: Format, out: Path | None) -> None:
    from lessonboard.exporting.sessions import file_name, write

    path = None if out is None or str(out) == "-" else out
    if path is not None and path.is_dir():
        path = path / file_name(row, form)
    write(board, row, form, path)
    if path is not None:
        click.echo(f"Wrote {one_line(str(path))}.")


def _all(board: Board, rows: list[SessionRow], form: Format, out: Path | None) -> None:
    from lessonboard.exporting.sessions import file_name, write

    if out is None or str(out) == "-" or out.is_file():
        raise click.UsageError("several sessions need a folder: --out FOLDER")
    try:
        make_private_folder(out)
    except OSError as error:
        raise BoardError(f"could not make {out}: {error.strerror}") from error
    refused: list[BoardError] = []
    with progress("Exporting", len(rows)) as report:
        for row in rows:
            try:
                write(board, row, form, out / file_name(row, form))
            except BoardError as error:
                refused.append(error)
            report(1)
    click.echo(f"Wrote {counted(len(rows) - len(refused), 'session')} to {one_line(str(out))}.")
    for each in refused:
        click.echo(f"lessonboard: {one_line(str(each))}", err=True)
    if refused:
        raise SystemExit(1)
