"""`lessonboard team trust`: whose lessons agents are shown where they fit."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli.output import counted
from lessonboard.cli.who_decides import decides, without


@click.command()
@decides(without("undo"))
@click.argument("name", required=False)
@click.option("--undo", is_flag=True, help="Trust it no longer.")
@click.option("--unsigned", is_flag=True, help="Trust what `lessonboard team --unsigned` lists.")
@click.option("--reason", default="", help="Why; it is kept beside the date.")
@click.option("--yes", is_flag=True, help="Trust a repository without asking.")
@click.pass_obj
def trust(
    app: App, name: str | None, undo: bool, unsigned: bool, reason: str, yes: bool
) -> None:  # fmt: skip
    """Show your agents the approved lessons of a repository or a colleague where they fit.

    Without NAME it lists the lessons of the repository that you are in, and asks; a path names
    another one. NAME is a colleague with whom you exchange. Each lesson stays a quotation until
    you approve it. Without trust a repository's lessons are nowhere, and a colleague's are only
    found by searching.
    """
    from lessonboard.parts.team.cli import repository

    if unsigned and (name or undo):
        raise click.UsageError("give the NAME of a colleague, or --unsigned alone")
    if unsigned:
        _trust_unsigned(app)
    elif name and not repository.is_named(name):
        _distrust(app, name, reason) if undo else _trust(app, name, reason)
    elif undo:
        repository.distrust(app, name, reason)
    else:
        repository.trust(app, name, reason, yes=yes)
        _compare(app)


def _compare(app: App) -> None:
    """Put opposites before the person immediately; of many the next exchanges compare the rest."""
    from lessonboard.parts.team.opposites import IN_BACKGROUND, compare

    with app.open() as board:
        compare(board, IN_BACKGROUND)


def _trust(app: App, name: str, reason: str) -> None:
    from lessonboard.parts.team.sharing import trusting

    with app.open() as board:
        is_new = trusting.trust(board, name, reason)
        shares = bool(board.view("lessons", where={"signed_by": name}, limit=1))
    click.echo(f"{name} is trusted{'' if is_new else ' already'}: their approved lessons are "
               "shown where they fit, quoted.")  # fmt: skip
    click.echo(f"Undo: lessonboard team trust {name} --undo")
    if not shares:
        click.echo(f"No lesson of {name} is on this board yet; see `lessonboard team --shared`.")


def _distrust(app: App, name: str, reason: str) -> None:
    from lessonboard.parts.team.sharing import trusting

    with app.open() as board:
        trusting.distrust(board, name, reason)
    click.echo(f"{name} is not trusted: their lessons are only found by searching.")


def _trust_unsigned(app: App) -> None:
    from lessonboard.parts.team import unsigned as shares

    with app.open() as board:
        rows = shares.waiting(board)
        shares.trust(board, rows)
    click.echo(f"{counted(len(rows), 'share')} trusted as they are.")
