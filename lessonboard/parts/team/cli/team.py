"""`lessonboard team`: with whom a board exchanges, and what is shared."""

from __future__ import annotations

from collections.abc import Iterator

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json
from lessonboard.parts.team.cli.shared import line, listed, named, print_rows

_MOST = 12
"""Shared lessons that are listed below the members."""


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
    """Show your team: its place, its members, and the lessons that are shared.

    With NAME it shows what a colleague shares, or one thing that is shared; a lesson's name is
    LESSON@AUTHOR.
    """
    from lessonboard.parts.team import status
    from lessonboard.parts.team.unsigned import waiting

    with app.existing() as board:
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
            click.echo("\n".join([*status.lines(status.look(app, board)), *_lessons(board)]))


def _lessons(board: Board) -> Iterator[str]:
    """Yield the shared lessons, colleagues' first, as many as fit on a screen."""
    rows = [row for mine in (False, True) for row in listed(board, mine=mine)
            if row["kind"] == "lesson"]  # fmt: skip
    if rows:
        yield "Shared lessons:"
    for row in rows[:_MOST]:
        yield f"  {line(row)}"
    if len(rows) > _MOST:
        yield f"  and {len(rows) - _MOST} more: `lessonboard team --shared` or `--mine`"
