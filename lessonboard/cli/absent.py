"""What the command line says of parts that are not active, for their commands are not there."""

from __future__ import annotations

import click

from blackboard.plugins.parts import inactive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lessonboard.bootstrap import App

_SILENT = ("complete", "hook", "mcp", "status-line", "worker")
"""Commands that programs start."""


def absent_parts() -> dict[str, str]:
    """Return what each would bring, and what to run for it."""
    if not (absent := inactive()):
        return {}
    from lessonboard.switched_parts import why_inactive

    return {part.name: f"{part.about}; {why_inactive(part)}" for part in absent}


def refuse_absent(name: str) -> None:
    """Say of what part a command is that is not there.

    Raises:
        UsageError: it is of a part that is not active.
    """
    for part in inactive():
        if name in part.words:
            from lessonboard.switched_parts import why_inactive

            raise click.UsageError(
                f"`{name}` is of the part {part.name}, which {why_inactive(part)}"
            )


def say_lacking(app: App, command: str | None) -> None:
    """Name once, on standard error, the parts that the board uses and whose libraries lack."""
    from lessonboard.switched_parts import lacking, lacks

    found = [] if command in _SILENT else list(lacking(app.database))
    if not found:
        return
    with app.open() as board:
        for part in found:
            reader = f"said:lacks-{part.name}"
            if not board.read_only and not board.log.reader_position(reader):
                board.log.remember_reader(reader, 1)
                click.echo(f"lessonboard: {lacks(part)}", err=True)
