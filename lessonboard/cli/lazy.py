"""Groups whose commands are imported when they are called, not before."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import click

from blackboard.plugins.loading import imported
from lessonboard.cli.absent import absent_parts, refuse_absent
from lessonboard.cli.by_words import by_words, is_text
from lessonboard.cli.former import in_todays_words
from lessonboard.cli.mistyped import mistyped, note_mistyped, refuse_unknown
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
from lessonboard.start import keep_imports


class LazyGroup(click.Group):
    """A group of the commands in the table whose names begin with `path`.

    It may be a command itself, `own`: `lesson` lists and `lesson ID` shows one, where the next word
    is none of the group's commands.
    """

    path = ""

    @cached_property
    def own(self) -> click.Command | None:
        """The group's own command, its module imported now; None if it has none."""
        command = COMMANDS.get(self.path) if self.path in GROUPS else None
        return _command(self.path, target_of(command)) if command else None

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
            if is_text(args[0]) and load(args[0]) is None:
                return "search", by_words(load("search")), args
            args = in_todays_words(ctx, args)
            if not ctx.resilient_parsing and load(args[0]) is None:
                refuse_unknown(ctx, args)
        name, command, rest = super().resolve_command(ctx, args)
        if isinstance(command, LazyGroup) and not command.takes(rest) and command.own:
            note_mistyped(ctx, command.path, rest)
            return name, command.own, rest
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; where it does not find an ID that is a mistyped command, say so."""
        with mistyped(ctx):
            return super().invoke(ctx)

    def takes(self, words: list[str]) -> bool:
        """Return whether words after the group's name are for the group, not its own command."""
        if not words or words[0] in ("-h", "--help"):
            return bool(words)
        name = f"{self.path} {words[0]}"
        if name in COMMANDS or name in GROUPS:
            return True
        # Plug-ins are looked for only where the word can be no ID.
        return words[0].isalpha() and name in added_commands()

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Return what follows the name in the line of usage."""
        return self.own.collect_usage_pieces(ctx) if self.own else super().collect_usage_pieces(ctx)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write what the group's own command does, or what is below the group."""
        click.Command.format_help_text(self.own or self, ctx, formatter)

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
        return _group(name, GROUPS[name])
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


def _group(name: str, help: str) -> LazyGroup:
    group = LazyGroup(name, help=help, no_args_is_help=True)
    group.path = name
    return group


def _command(name: str, target: str) -> click.Command:
    command: click.Command = imported(target)
    keep_imports()
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
