"""`lessonboard team`: with whom a board exchanges, and what is shared."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json
from lessonboard.parts.team.cli.shared import listed, named, print_rows


@click.command("team")
@click.argument("name", required=False)
@click.option("--shared", is_flag=True, help="List whom you trust, and what colleagues share.")
@click.option("--mine", is_flag=True, help="List what this board shares.")
@click.option("--unsigned", is_flag=True, help="List what was shared before it was signed.")
@options.as_json
@click.pass_obj
def team(
    app: App, name: str | None, shared: bool, mine: bool, unsigned: bool, as_json: bool
) -> None:
    """Show your team: its place, what waits to be sent, and who shares how much.

    With NAME it shows what a colleague shares, or one thing that is shared; a lesson's name is
    LESSON@AUTHOR.
    """
    from lessonboard.parts.team import status
    from lessonboard.parts.team.unsigned import waiting

    with app.open() as board:
        if name:
            rows = named(board, name)
            is_thing = any(row["author"] != name for row in rows)
            print_rows(rows, whole=is_thing, as_json=as_json)
        elif unsigned:
            print_rows([dict(row) for row in waiting(board)], whole=False, as_json=as_json)
        elif shared or mine:
            print_rows(listed(board, mine=mine), whole=False, as_json=as_json)
        elif as_json:
            print_json(status.look(app, board))
        else:
            click.echo("\n".join(status.lines(status.look(app, board))))
