"""`lessonboard automation enable`: the switch of a project."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line
from lessonboard.cli.who_decides import decides, without
from lessonboard.parts.automation.improvements.automation import Automation


@click.command()
@decides(without("undo"))
@click.option("--project", help="Default: the repository of the working folder.")
@click.option(
    "--for-real", is_flag=True, help="Open issues and pull requests, rather than only say so."
)
@click.option("--undo", is_flag=True, help="Switch it off, whatever the settings say.")
@click.option("--reason", default="", help="Why; it is kept.")
@click.pass_obj
def enable(app: App, project: str | None, for_real: bool, undo: bool, reason: str) -> None:
    """Switch automation on for a project; without --for-real it only shows what it would do."""
    if undo and for_real:
        raise click.UsageError("give --for-real or --undo, not both")
    with app.open() as board:
        name = options.the_project(app, board, project)
        automation = Automation(board, name, app.config.automation)
        if undo:
            automation.disable(reason)
        else:
            automation.enable(dry_run=not for_real, reason=reason)
    mode = "off" if undo else "on" if for_real else "on, dry run"
    click.echo(f"Automation for {one_line(name)} is {mode}")
