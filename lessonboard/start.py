"""Where the `lessonboard` command begins: what must be quick at once, the rest by its command."""

from __future__ import annotations

import os
import sys


def _hook() -> None:
    """Whatever goes wrong here must not disturb the agent that runs it."""
    try:
        from lessonboard.hooks.hook import main as hook
        from lessonboard.hooks.settings import settings

        hook(**settings())
    except BaseException as error:
        sys.stderr.write(f"lessonboard hook: {error}\n")
    sys.exit(0)


def _server() -> None:
    """Serve, started as `init` tells agents to; with other options `cli/mcp.py` does the same.

    An agent starts one for each session, and `click` with what it needs would be half the cost.
    """
    from lessonboard.mcp import WAIT
    from lessonboard.mcp.server import serve

    serve(sys.argv[2] if sys.argv[1] == "--db" else None, WAIT)


def main() -> None:
    """Run the hook, the MCP server or the command line."""
    if sys.argv[1:2] == ["hook"] and len(sys.argv) <= 3 and not sys.argv[-1].startswith("-"):
        _hook()
    if sys.argv[1:] == ["mcp"] or (sys.argv[1:2] == ["--db"] and sys.argv[3:] == ["mcp"]):
        _server()
    if sys.argv[1:] == ["--version"]:
        from lessonboard import __version__

        sys.stdout.write(f"lessonboard {__version__}\n")
        return
    if "_LESSONBOARD_COMPLETE" in os.environ:
        from lessonboard.cli.complete import complete

        if complete(os.environ):
            return
    from lessonboard.cli.main import main as command

    command()
