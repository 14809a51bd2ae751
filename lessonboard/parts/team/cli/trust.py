"""`lessonboard team trust` and `team distrust`: whose lessons reach one's agents unasked."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli.who_decides import decides


@click.command()
@decides()
@click.argument("name")
@click.option("--reason", default="", help="Why; it is kept beside the date.")
@click.pass_obj
def trust(app: App, name: str, reason: str) -> None:
    """Show your agents what the colleague NAME approved of his own lessons, where it fits.

    It stays a quotation under his name until you approve that lesson. Without this a colleague's
    lessons are found by searching alone.
    """
    from lessonboard.parts.team.sharing import trusting

    with app.open() as board:
        is_new = trusting.trust(board, name, reason)
        shares = bool(board.view("lessons", where={"signed_by": name}, limit=1))
    click.echo(f"{name} is trusted{'' if is_new else ' already'}: what is approved of his lessons "
               "is shown where it fits, quoted.")  # fmt: skip
    click.echo(f"Undo: lessonboard team distrust {name}")
    if not shares:
        click.echo(f"No lesson of {name} is on this board yet; `lessonboard team list` names who "
                   "shares what.")  # fmt: skip


@click.command()
@click.argument("name")
@click.option("--reason", default="", help="Why; it is kept beside the date.")
@click.pass_obj
def distrust(app: App, name: str, reason: str) -> None:
    """Leave the lessons of the colleague NAME to searches again; undoes `team trust`."""
    from lessonboard.parts.team.sharing import trusting

    with app.open() as board:
        trusting.distrust(board, name, reason)
    click.echo(f"{name} is not trusted: his lessons are found by searching alone.")
