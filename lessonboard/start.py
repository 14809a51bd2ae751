"""Where the `lessonboard` command begins: hooks at once, everything else by way of its command."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the hook or the command line."""
    if sys.argv[1:2] == ["hook"] and len(sys.argv) <= 3 and not sys.argv[-1].startswith("-"):
        from lessonboard.hooks.settings import settings
        from lessonboard.hooks.hook import main as hook

        hook(**settings())
    from lessonboard.cli.main import main as command

    command()
