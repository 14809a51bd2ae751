"""The question whether to trust what was shared before it was signed."""

from __future__ import annotations

import sys

import click

from lessonboard.bootstrap import App
from lessonboard.cli.output import counted
from lessonboard.cli.who_decides import why_refused


def ask_once(app: App) -> None:
    """Ask at a terminal, after any command, whether to trust unsigned shares; once for a board."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return
    if app.address or not app.path.exists():
        return
    from lessonboard.parts.team import unsigned as shares
    from lessonboard.parts.team.cli.shared import line

    with app.open() as board:
        rows = [] if board.read_only else shares.to_ask(board)
        if not rows or why_refused(app):
            return
        click.echo(f"{counted(len(rows), 'share')} from before shares were signed:", err=True)
        for row in rows:
            click.echo(f"  {line(dict(row))}", err=True)
        question = "Trust them as they are? Without it they are only found by searching."
        if click.confirm(question, default=False, err=True):
            shares.trust(board, rows)
        else:
            shares.asked(board)
            click.echo("`lessonboard team trust --unsigned` does it later.", err=True)
