"""Asking a person for the yes that names what a lesson would do."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from blackboard.harm import NAMES

despite = click.option(
    "--despite",
    multiple=True,
    type=click.Choice(NAMES),
    metavar="HARM",
    help="Harm that you saw in its words, by name, such as 'fetches and runs'; may be repeated.",
)


def consent(harm: Sequence[str], despite: Sequence[str]) -> tuple[str, ...]:
    """Return what was named, and what a person at a terminal says yes to when asked by name."""
    unnamed = [name for name in harm if name not in despite]
    if not unnamed or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return tuple(despite)
    question = f"It {', '.join(unnamed)}. Type yes to show it to agents anyway"
    said = click.prompt(question, default="no", show_default=False)
    return (*despite, *unnamed) if said.strip().lower() == "yes" else tuple(despite)
