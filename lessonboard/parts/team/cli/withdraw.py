"""`lessonboard team withdraw`: take back what was shared."""

from __future__ import annotations

import click

from blackboard import Board, BoardError
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted
from lessonboard.cli.who_decides import decides

_Thing = tuple[str, str]


@click.command()
@decides()
@click.argument("names", nargs=-1)
@click.option("--all", "everything", is_flag=True, help="All that was shared.")
@click.option("--resume", is_flag=True, help="Share it again at the next sync.")
@click.pass_obj
def withdraw(app: App, names: tuple[str, ...], everything: bool, resume: bool) -> None:
    """Take back what was shared: NAMES are lessons, or others as KIND:NAME.

    It is erased here and with all teams that it was sent to, and from each colleague's board at
    his next sync. A team that does not answer now is named; the next sync does it there.
    """
    from lessonboard.parts.team import exchanging
    from lessonboard.parts.team.sharing import withdrawing

    if bool(names) == everything:
        raise click.UsageError("say what is taken back: names, or --all")
    with app.open() as board:
        gone = set(withdrawing.withdrawn(board))
        known = gone if resume else _shared(board)
        asked = sorted(known) if everything else _named(names, known | gone)
        things = counted(len(asked), "thing")
        if resume:
            withdrawing.resume(board, asked)
            click.echo(f"{things} will be shared again.")
            return
        erased = exchanging.withdraw(board, asked)
    click.echo(f"Took back {things}, {counted(erased, 'revision')} in all.")


def _shared(board: Board) -> set[_Thing]:
    return {(row["kind"], row["name"]) for row in board.view("shared", where={"author": ""})}


def _named(names: tuple[str, ...], known: set[_Thing]) -> list[_Thing]:
    """The things by their names.

    Raises:
        BoardError: one of them was not shared.
    """
    asked = []
    for each in names:
        kind, _, name = each.partition(":")
        thing = ("lesson", each) if ("lesson", each) in known else (kind, name)
        if thing not in known:
            raise BoardError(
                f"{each!r} was not shared; `lessonboard team list --mine` shows what was"
            )
        asked.append(thing)
    return asked
