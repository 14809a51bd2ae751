"""`lessonboard replay` and `verify`: caring for the log and its views."""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli.options import as_json
from lessonboard.cli.output import print_json, progress, reaching


@click.command()
@click.option("--view", metavar="NAME", help="Only this view.")
@as_json
@click.pass_obj
def replay(app: App, view: str | None, as_json: bool) -> None:
    """Rebuild the views from the first event on; readers keep the old ones until it is done."""
    with app.open() as board:
        with reaching("Replaying", board.log.head()) as step:
            events = board.replay(view, step)
        with reaching("Indexing", board.log.head()) as step:
            board.index(step)
    if as_json:
        print_json({"events": events, "view": view})
    else:
        click.echo(f"Rebuilt {view or 'all views'} from {events} events.")


@click.command()
@as_json
@click.pass_obj
def verify(app: App, as_json: bool) -> None:
    """Check that no event was altered, removed or put in between."""
    with app.open() as board, progress("Verifying", board.log.head()) as report:
        found = board.verify(lambda _position: report(1000))
    if as_json:
        print_json({"events": found.events, "forgotten": found.holes, "head": found.head,
                    "sound": found.sound, "problems": found.problems})  # fmt: skip
    elif found.sound:
        forgotten = f", {found.holes} of them forgotten" if found.holes else ""
        click.echo(f"All {found.events} events are as they were recorded{forgotten}.")
        click.echo(f"The last digest is {found.head}")
    for problem in [] if as_json else found.problems:
        click.echo(f"lessonboard: {problem}", err=True)
    if not found.sound:
        raise SystemExit(1)
