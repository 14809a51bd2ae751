"""`lessonboard team share`: lessons as files of a repository, and what an exchange shares."""

from __future__ import annotations

from pathlib import Path

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
    """Write lessons into this repository, or share again what you withdrew from a team.

    In a repository with the folder .lessonboard/lessons it writes lessons there as files, for you
    to commit; --undo deletes the files. Everything else is about the exchange with teams:
    NAMES are lessons or others, as KIND:NAME. With --undo a lesson is withdrawn: no colleague's
    agent is shown it any longer, and its text is kept as history; other things are erased. With
    --forget a lesson is erased, too: here, with all teams that it was sent to, and at their next
    sync on each colleague's board, with what was recorded of showing it. A team that does not
    answer now is named; the next sync does it there.
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
        names = _filed(board, names, known if forget else known - gone, undo=undo, forget=forget)
        if not (names or everything):
            return
        asked = sorted(known) if everything else _named(names, known | gone)
        things = counted(len(asked), "thing")
        if undo:
            erased = exchanging.withdraw(board, asked, erase=forget)
            click.echo(f"Withdrew {things}, erased {counted(erased, 'revision')}.")
        else:
            withdrawing.resume(board, asked)
            click.echo(f"The next `lessonboard team sync` shares {things} again.")


def _filed(
    board: Board, names: tuple[str, ...], known: set[_Thing], *, undo: bool, forget: bool
) -> tuple[str, ...]:
    """Write or delete the files of those that this repository is for, and return the others.

    With `undo` those of `known` are returned, too: teams have them as well.
    """
    from lessonboard.parts.team.cli import repository
    from lessonboard.parts.team.sharing import lesson_folder
    from lessonboard.parts.team.sharing.repository import place_of

    place = place_of(Path.cwd())
    if place is None or not lesson_folder.has_folder(place.top):
        return names
    files = lesson_folder.files(place.top) if undo else {}
    mine = tuple(each for each in names if (each in files if undo else ":" not in each))
    if mine and undo:
        repository.delete(place, mine)
    elif mine:
        repository.write(board, place, mine)
    if mine and forget:
        click.echo("Git's history keeps what was committed of it.")
    return tuple(each for each in names if each not in mine or (undo and ("lesson", each) in known))


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
