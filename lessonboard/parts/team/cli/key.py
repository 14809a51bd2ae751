"""`lessonboard team key`: by which keys people sign what they share."""

from __future__ import annotations

from pathlib import Path

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides


@click.command()
@options.as_json
@click.pass_obj
def show(app: App, as_json: bool) -> None:
    """Show the key of this board, and those of colleagues, by their fingerprints.

    The fingerprint is what colleagues compare; the whole key is what another machine of yours
    signs by `lessonboard team key add`.
    """
    from lessonboard.parts.team.keys import lines, look

    with app.open() as board:
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


@click.command()
@decides()
@click.argument("key")
@click.pass_obj
def add(app: App, key: str) -> None:
    """Sign the KEY of another board of yours, so that colleagues take in what it shares.

    Do it on both machines, each with the key that `team key show` prints on the other. It is sent
    by the next `team sync`.
    """
    from lessonboard.parts.team import keys

    with app.open() as board:
        names = keys.add(board, key.strip())
    mine = one_line(", ".join(names))
    click.echo(f"What that key signs for {mine} is yours; the next `team sync` tells colleagues. "
               "Run `lessonboard team key add` on the other machine, too.")  # fmt: skip


@click.command()
@decides()
@click.argument("name")
@click.argument("fingerprint")
@click.pass_obj
def confirm(app: App, name: str, fingerprint: str) -> None:
    """Accept the new key of NAME, after comparing its FINGERPRINT with NAME by another way.

    It takes the place of the key that was known, and of all that this one had signed.
    """
    from lessonboard.parts.team import keys

    with app.open() as board:
        keys.confirm(board, name, fingerprint)
    click.echo(f"{one_line(name)} is known by that key from now on; `lessonboard team sync` takes "
               "in what it signed.")  # fmt: skip


@click.command()
@decides()
@click.option("--yes", is_flag=True, help="Without asking.")
@click.pass_obj
def replace(app: App, yes: bool) -> None:
    """Make a new key for this board, where the old one is lost or stolen.

    Each colleague has to confirm it once: give them the fingerprint by another way than the team's
    place. What this board shares is shared again with it.
    """
    from lessonboard.parts.team import keys
    from lessonboard.parts.team.sharing.signing import fingerprint

    question = "Make a new key, which each colleague has to confirm?"
    if not yes and not click.confirm(question, default=False, err=True):
        raise click.Abort
    with app.open() as board:
        made = keys.replace(board)
        path = Path(board.path or "").name
    click.echo(f"The new key is {fingerprint(made)}, in {path}.key. Tell it to your colleagues; "
               "each runs `lessonboard team key confirm` once.")  # fmt: skip
