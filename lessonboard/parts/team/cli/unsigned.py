"""`lessonboard team unsigned`: what was shared before it was signed, and the question about it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.who_decides import decides, given, why_refused

if TYPE_CHECKING:
    from blackboard.views.rows import SharedRow


@click.command()
@decides(given("is_trusted"))
@click.option("--trust", "is_trusted", is_flag=True, help="Trust them as they stand.")
@options.as_json
@click.pass_obj
def unsigned(app: App, is_trusted: bool, as_json: bool) -> None:
    """List what colleagues shared before it was signed, and that is on this board.

    It is found in search alone, unless you trust it as it stands with --trust. What comes unsigned
    later is never meant.
    """
    from lessonboard.parts.team import unsigned as shares

    with app.open() as board:
        rows = shares.waiting(board)
        if is_trusted and rows:
            shares.trust(board, rows)
    if as_json:
        print_json([{name: row[name] for name in ("author", "kind", "name", "title", "event")}
                    for row in rows])  # fmt: skip
        return
    if not rows:
        click.echo("Nothing that was shared before it was signed waits for you.")
        return
    _show(rows)
    trusted, advice = "They are trusted as they stand.", "`team unsigned --trust` trusts them."
    click.echo(trusted if is_trusted else advice)


def ask_once(app: App) -> None:
    """Ask at a terminal, after any command, whether to trust unsigned shares; once for a board."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    if app.address or not app.path.exists():
        return
    from lessonboard.parts.team import unsigned as shares

    with app.open() as board:
        rows = [] if board.read_only else shares.to_ask(board)
        if not rows or why_refused(app):
            return
        _show(rows, err=True)
        question = "Trust them as they stand? Without it they are found in search alone."
        if click.confirm(question, default=False, err=True):
            shares.trust(board, rows)
        else:
            shares.asked(board)
            click.echo("`lessonboard team unsigned --trust` does it later.", err=True)


def _show(rows: Sequence[SharedRow], *, err: bool = False) -> None:
    click.echo(f"{counted(len(rows), 'share')} from before shares were signed:", err=err)
    for row in rows:
        click.echo(f"  {one_line(row['author'])}  {row['kind']} {one_line(row['name'])}  "
                   f"{one_line(row['title'])[:200]}", err=err)  # fmt: skip
