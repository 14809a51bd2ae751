"""`lessonboard decide scripts`: whether programs without a terminal may decide."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli.output import one_line
from lessonboard.cli.who_decides import decides


def _switches_on(ctx: click.Context) -> bool:
    return bool(ctx.params["state"] == "on")


@click.command()
@decides(_switches_on, at_terminal=True)
@click.argument("state", type=click.Choice(["on", "off"]))
@click.pass_obj
def scripts(app: App, state: str) -> None:
    """Let scripts of yours that have no terminal give the commands that decide, or no longer.

    Agents may not in any case. It is `[decide] scripts` of your settings, and a terminal is needed
    to switch it on.
    """
    from lessonboard.settings_edit import set_key

    app.config  # noqa: B018 # a file that cannot be read is not written
    file = set_key("decide", "scripts", state == "on")
    may = "may decide from now on" if state == "on" else "may decide nothing any more"
    click.echo(f"Scripts without a terminal {may}: [decide] scripts in {one_line(str(file))}.")
