"""`lessonboard team key`: the keys by which people sign what they share."""

from __future__ import annotations

from pathlib import Path

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides


def _changes_keys(ctx: click.Context) -> bool:
    return any(ctx.params[each] for each in ("added", "confirmed", "replaced"))


@click.command()
@decides(_changes_keys)
@click.option("--add", "added", metavar="KEY", help="Sign the key of another of your boards.")
@click.option(
    "--confirm",
    "confirmed",
    nargs=2,
    metavar="NAME FINGERPRINT",
    help="Accept a colleague's new key, once you compared its fingerprint.",
)
@click.option(
    "--replace", "replaced", is_flag=True, help="Make a new key, where this one is lost or stolen."
)
@click.option("--yes", is_flag=True, help="With --replace: do not ask.")
@options.as_json
@click.pass_obj
def key(
    app: App, added: str | None, confirmed: tuple[str, str] | None, replaced: bool, yes: bool,
    as_json: bool,
) -> None:  # fmt: skip
    """Show the key of this board and those of colleagues, or change them.

    Compare fingerprints with a colleague by another way than the team's place.
    """
    if bool(added) + bool(confirmed) + replaced > 1:
        raise click.UsageError("give one of --add, --confirm and --replace")
    question = "Make a new key, which each colleague has to confirm?"
    if replaced and not yes and not click.confirm(question, default=False, err=True):
        raise click.Abort
    with app.open() as board:
        if added:
            _add(board, added)
        elif confirmed:
            _confirm(board, *confirmed)
        elif replaced:
            _replace(board)
        else:
            _show(board, as_json)


def _show(board: Board, as_json: bool) -> None:
    from lessonboard.parts.team.keys import lines, look

    found = look(board)
    if as_json:
        print_json(found)
        return
    if found["key"]:
        click.echo(f"This board signs with {found['fingerprint']}")
        click.echo(f"  the whole key: {found['key']}")
    else:
        click.echo("This board has no key yet; `lessonboard team join` makes one.")
    for line in lines(found):
        click.echo(one_line(line))


def _add(board: Board, other: str) -> None:
    from lessonboard.parts.team import keys

    mine = one_line(", ".join(keys.add(board, other.strip())))
    click.echo(f"What that key signs as {mine} is yours; the next `team sync` says so to all. "
               "Run `lessonboard team key --add` on the other machine, too.")  # fmt: skip


def _confirm(board: Board, name: str, fingerprint: str) -> None:
    from lessonboard.parts.team import keys

    keys.confirm(board, name, fingerprint)
    click.echo(f"{one_line(name)} now has that key; `lessonboard team sync` receives what it "
               "signed.")  # fmt: skip


def _replace(board: Board) -> None:
    from lessonboard.parts.team import keys
    from lessonboard.parts.team.sharing.signing import fingerprint

    made = keys.replace(board)
    path = Path(board.path or "").name
    click.echo(f"The new key is {fingerprint(made)}, in {path}.key. Give that fingerprint to your "
               "colleagues; each runs `lessonboard team key --confirm` once.")  # fmt: skip
