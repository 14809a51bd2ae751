"""Where the `lessonboard` command begins: hooks at once, everything else by way of its command."""

from __future__ import annotations

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
    from lessonboard.cli.main import main as command

    command()
