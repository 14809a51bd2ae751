"""The `lessonboard` command."""

from __future__ import annotations

import sys

import click

from blackboard.errors import BoardError
from lessonboard import __version__
from lessonboard.cli.by_words import FIRST_MINUTE
from lessonboard.cli.lazy import LazyGroup
from lessonboard.cli.output import one_line


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="%(prog)s %(version)s")
@click.option(
    "--db",
    "database",
    metavar="PATH|URL",
    help="The board's file; LESSONBOARD_DB does the same. Default: one for each user.",
)
@click.pass_context
def cli(ctx: click.Context, database: str | None) -> None:
    """Memory for coding agents: what was done before, and what was learnt from it.

    Without a command, at a terminal, it shows what is in the history of the coding agents on this
    machine; `lessonboard session import` reads all of it. No key and no network are needed.
    """
    from lessonboard.bootstrap import App

    ctx.obj = App(database)
    if ctx.invoked_subcommand is None:
        _bare(ctx)


def _bare(ctx: click.Context) -> None:
    """At a terminal where nothing was read yet offer to read it; else print the help."""
    if not ctx.resilient_parsing:
        from lessonboard.cli.first_minute import begin, is_due

        if is_due(ctx.obj):
            begin(ctx.obj)
            return
    raise click.exceptions.NoArgsIsHelpError(ctx)


@cli.result_callback()
@click.pass_context
def _afterwards(ctx: click.Context, /, _result: object, **_options: object) -> None:
    """Ask or show a person what is asked or shown once, after any command but the first minute."""
    if ctx.invoked_subcommand is None or ctx.meta.get(FIRST_MINUTE):
        return
    from blackboard.plugins.parts import PARTS

    if any(part.missing and part.topics for part in PARTS):
        from lessonboard.cli.absent import say_lacking

        say_lacking(ctx.obj, ctx.invoked_subcommand)
    if sys.stdin.isatty():
        from blackboard.plugins import contents
        from lessonboard.cli.announcing import SILENT, announce

        for ask in contents.part("afterwards"):
            ask(ctx.obj)
        if ctx.invoked_subcommand not in SILENT:
            announce(ctx.obj)


def main() -> None:
    """Run the command line; a `BoardError` is one line and its exit code."""
    try:
        cli(standalone_mode=False)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        click.echo("lessonboard: stopped", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except BoardError as error:
        click.echo(f"lessonboard: {one_line(str(error))}", err=True)
        sys.exit(error.exit_code)
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough; Python must not complain at exit.
        sys.stderr.close()
        sys.exit(0)
