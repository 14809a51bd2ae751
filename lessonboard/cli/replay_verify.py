"""`lessonboard replay` and `verify`: caring for the log and its views."""

from __future__ import annotations

import time
from pathlib import Path

import click

from blackboard import Board
from lessonboard import anchors
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
@click.option("--expect", "expected", multiple=True, metavar="POSITION:DIGEST",
              help="An event that must be there, as an earlier `verify` printed it.")  # fmt: skip
@click.option("--anchor", "repository", type=click.Path(path_type=Path, file_okay=False),
              metavar="FOLDER", help="Keep the last digest in a git repository, too.")  # fmt: skip
@click.option("--anchor-command", metavar="COMMAND", help="Give the last digest to a command.")
@click.option("--accept", is_flag=True, help="A backup was restored: start from what is there.")
@as_json
@click.pass_obj
def verify(
    app: App, expected: tuple[str, ...], repository: Path | None, anchor_command: str | None,
    accept: bool, as_json: bool,
) -> None:  # fmt: skip
    """Check that no event was altered, removed or put in between.

    The last digest is kept in a file of yours outside of the board, and the next `verify` or
    `doctor` says if the log no longer holds that event.
    """
    with app.open() as board:
        with progress("Verifying", board.log.head()) as report:
            found = board.verify(lambda _position: report(1000))
        known = [] if accept else anchors.remembered(app.path)
        known += map(anchors.parse, expected)
        if repository is not None:
            from lessonboard import anchor_places

            known += anchor_places.kept_in_git(repository, app.path)
        problems = [*found.problems, *anchors.problems(board, known)]
        is_erasure_pending = board.local.is_rewrite_due()
        if not problems:
            _keep(app.path, board, repository, anchor_command, accept=accept)
    if as_json:
        print_json({"events": found.events, "forgotten": found.holes, "head": found.head,
                    "sound": not problems, "problems": problems,
                    "erasure_pending": is_erasure_pending})  # fmt: skip
    elif not problems:
        forgotten = f", {found.holes} of them forgotten" if found.holes else ""
        click.echo(f"All {found.events} events are as they were recorded{forgotten}.")
        click.echo(f"The last digest is {found.events}:{found.head}")
    if is_erasure_pending and not as_json:
        click.echo("An erasure is pending: forgotten text may still be in the file's free pages; "
                   "see `lessonboard doctor`.", err=True)  # fmt: skip
    for problem in [] if as_json else problems:
        click.echo(f"lessonboard: {problem}", err=True)
    if problems:
        raise SystemExit(1)


def _keep(
    path: Path, board: Board, repository: Path | None, command: str | None, *, accept: bool
) -> None:
    """Keep the anchor of a sound log wherever it is wanted."""
    now = time.time_ns() // 1000
    anchor = anchors.newest(board, now)
    if anchor is None:
        return
    anchors.remember(board, now, accept=accept)
    if repository is not None or command:
        from lessonboard import anchor_places

        if repository is not None:
            anchor_places.keep_in_git(repository, path, anchor)
        if command:
            printed = anchor_places.give_to_command(command, anchor)
            if printed:
                click.echo(printed, err=True)
