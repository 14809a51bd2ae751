"""`lessonboard automation allow`: what checks and hooks of a repository may see."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line
from lessonboard.cli.who_decides import decides, without
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.isolation.allowed import Allowed, What


@click.command()
@decides(without("undo"))
@click.argument("what", type=click.Choice(["network", "env"]))
@click.argument("name", required=False, default="")
@click.option("--project", help="Default: the repository of the working folder.")
@click.option("--undo", is_flag=True, help="Withhold it again.")
@click.pass_obj
def allow(app: App, what: What, name: str, project: str | None, undo: bool) -> None:
    """Give the checks and hooks of a repository the network, or a variable by its NAME."""
    if (what == "env") != bool(name):
        raise click.UsageError("say `network`, or `env` and the NAME of a variable")
    with app.open() as board:
        named = options.the_project(app, board, project)
        automation = Automation(board, named, app.config.automation)
        (automation.disallow if undo else automation.allow)(what, name)
        allowed = automation.allowed
    click.echo(f"Checks and hooks of {one_line(named)} are given: {one_line(described(allowed))}")


def described(allowed: Allowed) -> str:
    """What a repository's checks and hooks are given, in words."""
    given = ["the network"] * allowed.network + sorted(allowed.variables)
    return ", ".join(given) or "nothing besides"
