"""`lessonboard export NAME` for the formats of plug-ins: each name here is such a command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from blackboard.plugins import contents
from blackboard.plugins.loading import resolved
from lessonboard.bootstrap import App
from lessonboard.cli import export
from lessonboard.exporting.files import whole_or_nothing


def __getattr__(name: str) -> click.Command:
    """The command of that format (PEP 562)."""
    entry = contents.added("exporter", ()).get(name)
    if entry is None:
        raise AttributeError(f"there is no format {name!r}")
    write = contents.guarded("exporter", name, entry._replace(value=resolved(entry.value[0])))

    @click.command(name, help=entry.value[1])
    @export.lesson_options
    @export.output_option
    @click.pass_obj
    def command(app: App, /, project: str | None, output: Path | None, **chosen: Any) -> None:
        with app.open() as board:
            text: str = write(export.selected(app, board, project, **chosen))
        with whole_or_nothing(output) as file:
            file.write(text.encode())
        export.remember(output)

    return command
