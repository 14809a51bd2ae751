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


def main() -> None:
    """Run the hook or the command line."""
    if sys.argv[1:2] == ["hook"] and len(sys.argv) <= 3 and not sys.argv[-1].startswith("-"):
        _hook()
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
