"""The commands of the plug-in, which are imported when one is called."""

from __future__ import annotations

import click

from blackboard import NewEvent
from lessonboard.bootstrap import App


@click.command()
@click.argument("service")
@click.argument("release")
@click.pass_obj
def add(app: App, service: str, release: str) -> None:
    """Record that a SERVICE went live in a RELEASE."""
    payload = {"service": service, "release": release}
    with app.open() as board:
        board.append([NewEvent("service.deployed", f"service:{service}", payload)])


@click.command()
@click.pass_obj
def list_(app: App) -> None:
    """List the services that are live."""
    with app.open() as board:
        for row in board.view("deploys"):
            click.echo(f"{row['service']}  {row['release']}  {row['deploys']} deploys")
