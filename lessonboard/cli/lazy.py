"""Groups whose commands are imported when they are called, not before."""

from __future__ import annotations

import click

from blackboard.plugins.loading import imported
from blackboard.plugins.registry import Command
from lessonboard.cli.absent import absent_parts, refuse_absent
from lessonboard.cli.former import in_todays_words
from lessonboard.cli.table import (
    COMMANDS,
    GROUPS,
    SECTIONS,
    added_children,
    added_commands,
    added_groups,
    children,
    target_of,
)


class LazyGroup(click.Group):
    """A group of the commands in the table whose names begin with `path`.

    It may be a command itself, `own`: `lesson` lists and `lesson ID` shows one, where the next word
    is none of the group's commands.
    """

    path = ""
    own: click.Command | None = None

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names below this group."""
        return [*children(self.path), *added_children(self.path)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, its module imported now; None when there is none."""
        return load(f"{self.path} {cmd_name}".strip())

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the words name, and the words that are left for it."""
        if not self.path:
            args = in_todays_words(ctx, args)
        name, command, rest = super().resolve_command(ctx, args)
        if isinstance(command, LazyGroup) and command.own and not command.takes(rest):
            return name, command.own, rest
        return name, command, rest

    def takes(self, words: list[str]) -> bool:
        """Return whether words after the group's name are for the group, not its own command."""
        asks_for_help = words[:1] in (["-h"], ["--help"])
        return asks_for_help or (
            bool(words) and f"{self.path} {words[0]}" in {**COMMANDS, **GROUPS}
        )

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return what follows the name in the line of usage."""
        return self.own.collect_usage_pieces(ctx) if self.own else super().collect_usage_pieces(ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the group's own command, and the commands below it."""
        click.Command.format_options(self.own or self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; those of the whole program by what a person wants."""
        if self.path:
            helps = {**children(self.path), **added_children(self.path)}
            _section(formatter, "Commands", helps)
            return
        helps = children()
        for title, names in SECTIONS.items():
            _section(formatter, title, {name: helps[name] for name in names if name in helps})
        if added := added_children():
            _section(formatter, "Plug-ins", added)
        if absent := absent_parts():
            _section(formatter, "Parts that are not active", absent)


def load(name: str) -> click.Command | None:
    """Return the command of that full name, or the group; None when there is none."""
    if name in GROUPS:
        return _group(name, GROUPS[name], COMMANDS.get(name))
    if command := COMMANDS.get(name):
        return _command(name, target_of(command))
    refuse_absent(name)
    if name in added_groups():
        return _group(name, added_groups()[name])
    if name in added_commands():
        return _added_command(name)
    return None


def own_command(name: str) -> click.Command | None:
    """Return what a group does where none of its commands is named.

    A command is its own; None if there is nothing.
    """
    found = load(name)
    return found.own if isinstance(found, LazyGroup) else found


def _group(name: str, help: str, own: Command | None = None) -> LazyGroup:
    group = LazyGroup(name, help=help, no_args_is_help=True)
    group.path = name
    if own is not None:
        group.own = _command(name, target_of(own))
        group.help = group.own.help
    return group


def _command(name: str, target: str) -> click.Command:
    command: click.Command = imported(target)
    command.name = name.rpartition(" ")[2]
    return command


def _added_command(name: str) -> click.Command:
    """Return a plug-in's command.

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
