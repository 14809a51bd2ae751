"""`lessonboard automation allow` and `disallow`: what checks and hooks of a repository may see."""

from __future__ import annotations

from collections.abc import Callable

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line
from lessonboard.cli.who_decides import decides
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.isolation.allowed import Allowed, What

_what = click.argument("what", type=click.Choice(["network", "env"]))
_name = click.argument("name", required=False, default="")
_project = click.option("--project", help="Default: the repository of the working folder.")


@click.command()
@decides()
@_what
@_name
@_project
@click.pass_obj
def allow(app: App, what: What, name: str, project: str | None) -> None:
    """Give the checks and hooks of a repository the network, or a variable by its NAME."""
    _decide(app, what, name, project, lambda automation: automation.allow(what, name))


@click.command()
@_what
@_name
@_project
@click.pass_obj
def disallow(app: App, what: What, name: str, project: str | None) -> None:
    """Take the network or a variable from the checks and hooks of a repository again."""
    _decide(app, what, name, project, lambda automation: automation.disallow(what, name))


def described(allowed: Allowed) -> str:
    """What a repository's checks and hooks are given, in words."""
    given = ["the network"] * allowed.network + sorted(allowed.variables)
    return ", ".join(given) or "nothing besides"


def _decide(
    app: App, what: What, name: str, project: str | None, act: Callable[[Automation], None]
) -> None:
    if (what == "env") != bool(name):
        raise click.UsageError("say `network`, or `env` and the NAME of a variable")
    with app.open() as board:
        named = options.the_project(app, board, project)
        automation = Automation(board, named, app.config.automation)
        act(automation)
        allowed = automation.allowed
    click.echo(f"Checks and hooks of {one_line(named)} are given: {one_line(described(allowed))}")
