"""Groups whose commands are imported when they are called, not before."""

from __future__ import annotations

from importlib import import_module

import click

from lessonboard.cli.table import COMMANDS, GROUPS, MORE, SECTIONS, children


class LazyGroup(click.Group):
    """A group of the commands in the table whose names begin with `path`."""

    path = ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names below this group."""
        return list(children(self.path))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, its module imported now; None when there is none."""
        return load(f"{self.path} {cmd_name}".strip())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; those of the whole program by what a person wants."""
        if self.path:
            _section(formatter, "Commands", children(self.path))
            return
        helps = children()
        for title, names in SECTIONS.items():
            _section(formatter, title, {name: helps[name] for name in names})
        rows = [(title, ", ".join(names)) for title, names in MORE.items()]
        with formatter.section("More commands"):
            formatter.write_dl(rows)


def load(name: str) -> click.Command | None:
    """The command of that full name, or the group; None when there is none."""
    if name in GROUPS:
        group = LazyGroup(name, help=GROUPS[name], no_args_is_help=True)
        group.path = name
        return group
    entry = COMMANDS.get(name)
    if entry is None:
        return None
    module, function = entry.target.split(":")
    command: click.Command = getattr(import_module(f"lessonboard.cli.{module}"), function)
    command.name = name.rpartition(" ")[2]
    return command


def _section(formatter: click.HelpFormatter, title: str, helps: dict[str, str]) -> None:
    with formatter.section(title):
        formatter.write_dl(list(helps.items()))
