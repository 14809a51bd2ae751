"""Groups whose commands are imported when they are called, not before."""

from __future__ import annotations

from typing import Any

import click

from blackboard.plugins.loading import imported
from lessonboard.cli.table import (
    ALIASES,
    COMMANDS,
    GROUPS,
    MORE,
    SECTIONS,
    added_children,
    added_commands,
    added_groups,
    children,
    target_of,
)


class LazyGroup(click.Group):
    """A group of the commands in the table whose names begin with `path`."""

    path = ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names below this group."""
        return [*children(self.path), *added_children(self.path)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, its module imported now; None when there is none."""
        return load(f"{self.path} {cmd_name}".strip())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; those of the whole program by what a person wants."""
        if self.path:
            helps = {**children(self.path), **added_children(self.path)}
            _section(formatter, "Commands", helps)
            return
        helps = children()
        for title, names in SECTIONS.items():
            _section(formatter, title, {name: helps[name] for name in names})
        rows = [(title, ", ".join(names)) for title, names in MORE.items()]
        with formatter.section("More commands"):
            formatter.write_dl(rows)
        if added := added_children():
            _section(formatter, "Plug-ins", added)


def load(name: str) -> click.Command | None:
    """The command of that full name, or the group; None when there is none."""
    if name in GROUPS and name in COMMANDS:
        return _callable_group(name, _command(name, target_of(COMMANDS[name])))
    if name in GROUPS:
        return _group(name, GROUPS[name])
    if command := COMMANDS.get(name) or ALIASES.get(name):
        return _command(name, target_of(command))
    if name in added_groups():
        return _group(name, added_groups()[name])
    if name in added_commands():
        return _added_command(name)
    return None


def _group(name: str, help: str) -> LazyGroup:
    group = LazyGroup(name, help=help, no_args_is_help=True)
    group.path = name
    return group


def _callable_group(name: str, own: click.Command) -> LazyGroup:
    """A group that is a command, too, where none of its commands is called."""

    @click.pass_context
    def call(ctx: click.Context, /, **given: Any) -> None:
        if ctx.invoked_subcommand is None:
            ctx.invoke(own, **given)

    group = LazyGroup(
        own.name, help=own.help, params=own.params, callback=call, invoke_without_command=True
    )
    group.path = name
    return group


def _command(name: str, target: str) -> click.Command:
    command: click.Command = imported(target)
    command.name = name.rpartition(" ")[2]
    return command


def _added_command(name: str) -> click.Command:
    """A plug-in's command.

    Raises:
        ClickException: it cannot be imported.
    """
    target = added_commands()[name].target
    try:
        return _command(name, target)
    except (Exception, SystemExit) as error:
        kind = type(error).__name__
        raise click.ClickException(
            f"`{name}` of a plug-in could not be imported from {target}: {kind}: {error}"
        ) from error


def _section(formatter: click.HelpFormatter, title: str, helps: dict[str, str]) -> None:
    with formatter.section(title):
        formatter.write_dl(list(helps.items()))
