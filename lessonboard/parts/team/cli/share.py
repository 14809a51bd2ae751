"""`lessonboard team share`: stop sharing things, or share them again."""

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
@click.option("--undo", is_flag=True, help="Erase it everywhere, and share it no longer.")
@click.pass_obj
def share(app: App, names: tuple[str, ...], everything: bool, undo: bool) -> None:
    """Share again what you withdrew, or withdraw it with --undo.

    NAMES are lessons, or others as KIND:NAME. What is withdrawn is erased here, with all teams that
    it was sent to, and on each colleague's board at their next sync. A team that does not answer
    now is named; the next sync does it there.
    """
    from lessonboard.parts.team import exchanging
    from lessonboard.parts.team.sharing import withdrawing

    if bool(names) == everything:
        raise click.UsageError("say what: names, or --all")
    with app.open() as board:
        gone = set(withdrawing.withdrawn(board))
        known = _shared(board) if undo else gone
        asked = sorted(known) if everything else _named(names, known | gone)
        things = counted(len(asked), "thing")
        if undo:
            erased = exchanging.withdraw(board, asked)
            click.echo(f"Withdrew {things}, {counted(erased, 'revision')} in all.")
        else:
            withdrawing.resume(board, asked)
            click.echo(f"The next `lessonboard team sync` shares {things} again.")


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
            raise BoardError(f"{each!r} was not shared; `lessonboard team --mine` lists what is")
        asked.append(thing)
    return asked
