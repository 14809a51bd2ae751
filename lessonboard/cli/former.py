"""Commands and options by names that they had in an earlier version, and what they are now.

They work for one minor version, with one line on stderr; what has no successor says what to do
instead and ends with exit code 2. A part registers its own with `PartRegistry.former`.
"""

from __future__ import annotations

import click

from blackboard.plugins import contents
from blackboard.plugins.part_registry import Former

_MOST_WORDS = 3

FORMER = {
    "lesson curate": Former("review --all"),
}


def in_todays_words(ctx: click.Context, args: list[str]) -> list[str]:
    """The words of a command line with a former name replaced; a note on stderr where it was.

    Raises:
        UsageError: nothing replaces the command.
    """
    for count in range(min(_MOST_WORDS, len(args)), 0, -1):
        old = " ".join(args[:count])
        if found := _former(old):
            break
    else:
        return args
    if not found.now:
        raise click.UsageError(f"`{old}` is gone: {found.instead}", ctx)
    if not ctx.resilient_parsing:  # as while a shell completes a line
        click.echo(f"lessonboard: `{old}` is now `{found.now}`", err=True)
    return [*found.now.split(), *(found.options.get(word, word) for word in args[count:])]


def _former(name: str) -> Former | None:
    if found := FORMER.get(name):
        return found
    return next(
        (entry.value for entry in contents.part_entries("former") if entry.name == name), None
    )
