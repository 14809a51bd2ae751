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
@click.option("--undo", is_flag=True, help="Withdraw it: no colleague's agent is shown it.")
@click.option("--forget", is_flag=True, help="With --undo: erase its text everywhere, too.")
@click.pass_obj
def share(app: App, names: tuple[str, ...], everything: bool, undo: bool, forget: bool) -> None:
    """Share again what you withdrew, or withdraw it with --undo.

    NAMES are lessons, or others as KIND:NAME. A withdrawn lesson is shown to no colleague's agent
    any longer, and its text is kept as history; other things are erased. With --forget a lesson is
    erased, too: here, with all teams that it was sent to, and at their next sync on each
    colleague's board, with what was recorded of showing it. A team that does not answer now is
    named; the next sync does it there.
    """
    from lessonboard.parts.team import exchanging
    from lessonboard.parts.team.sharing import withdrawing

    if bool(names) == everything:
        raise click.UsageError("say what: names, or --all")
    if forget and not undo:
        raise click.UsageError("--forget goes with --undo")
    with app.open() as board:
        gone = set(withdrawing.withdrawn(board))
        known = _shared(board) if undo else gone
        asked = sorted(known) if everything else _named(names, known | gone)
        things = counted(len(asked), "thing")
        if undo:
            erased = exchanging.withdraw(board, asked, erase=forget)
            click.echo(f"Withdrew {things}, erased {counted(erased, 'revision')}.")
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
