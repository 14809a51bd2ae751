"""`lessonboard mcp`: the server that an agent starts."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.mcp import WAIT


@click.command()
@click.option(
    "--wait", type=click.FloatRange(0), default=WAIT, show_default=True, metavar="SECONDS",
    help="How long a call waits for others that write to the board.",
)  # fmt: skip
@click.pass_obj
def mcp(app: App, wait: float) -> None:
    """Serve an agent over MCP on standard input and output; the agent starts it.

    It serves the lessons of the working folder's project and accepts proposals. When standard
    input closes it answers what was asked, and ends. Each agent starts its own; any number may
    share one board.
    """
    from lessonboard.mcp.server import serve

    serve(app.database, wait)
