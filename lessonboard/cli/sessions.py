"""`lessonboard session`: the sessions on the board."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json, print_lines, screen, with_times
from lessonboard.present.rows import session_lines


@click.command("list")
@options.project
@click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="The most sessions."
)
@options.as_of
@options.as_json
@click.pass_obj
def list_(app: App, project: str | None, limit: int, as_of: str | None, as_json: bool) -> None:
    """The sessions, latest first."""
    with options.reading(app, as_of) as board:
        where = {} if project is None else {"project": board.projects(project)}
        rows = board.view("sessions", where=where, order="-last_at", limit=limit)
    if as_json:
        print_json([with_times(row) for row in rows])
        return
    if not rows:
        click.echo("No sessions.")
    where_to = screen()
    print_lines(line for row in rows for line in session_lines(row, where_to))
