"""`lessonboard admin verify`: whether the log is as it was recorded, and its views what it says."""

from __future__ import annotations

import time
from pathlib import Path

import click

from blackboard import Board
from blackboard.log import Verification
from blackboard.storage.local import SetAside
from lessonboard import __version__, anchors
from lessonboard.bootstrap import App
from lessonboard.cli.options import as_json
from lessonboard.cli.output import print_json, progress, reaching
from lessonboard.cli.who_decides import decides, given
from lessonboard.present.text import counted


@click.command()
@decides(given("accept"))
@click.option("--expect", "expected", multiple=True, metavar="POSITION:DIGEST",
              help="An event that must be there, as an earlier `verify` printed it.")  # fmt: skip
@click.option("--anchor", "repository", type=click.Path(path_type=Path, file_okay=False),
              metavar="FOLDER", help="Keep the last digest in a git repository, too.")  # fmt: skip
@click.option("--anchor-command", metavar="COMMAND", help="Give the last digest to a command.")
@click.option("--views", is_flag=True, help="Also compare views and index with a fold of the log.")
@click.option("--accept", is_flag=True, help="A backup was restored: start from what is there.")
@click.option("--rebuild", is_flag=True, help="Fold the views from the log again instead.")
@click.option("--view", metavar="NAME", help="With --rebuild: only this view.")
@as_json
@click.pass_obj
def verify(
    app: App, expected: tuple[str, ...], repository: Path | None, anchor_command: str | None,
    views: bool, accept: bool, rebuild: bool, view: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Check that no event was altered, removed or put in between.

    The last digest is kept in your own file outside of the board, and the next `verify` or
    `doctor` says if the log no longer holds that event. With --views, the views that
    readers and hooks use must also match the log. Events that views skip are counted; they do not
    make the log invalid.
    """
    if view is not None and not rebuild:
        raise click.UsageError("--view needs --rebuild; --views compares all of them")
    if rebuild:
        _rebuild(app, view, as_json=as_json)
        return
    with app.existing() as board:
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
        edited = _view_problems(board) if views and not problems else []
        aside = [] if problems else board.set_aside()
        absent = board.local.absent_views()
    _report(
        found,
        problems,
        edited if views else None,
        aside,
        absent,
        is_erasure_pending=is_erasure_pending,
        as_json=as_json,
    )
    if problems or edited:
        raise SystemExit(1)


def _rebuild(app: App, view: str | None, *, as_json: bool) -> None:
    """Rebuild the views from the first event on; readers keep the old ones until it is done."""
    with app.existing() as board:
        with reaching("Replaying", board.log.head()) as step:
            events = board.replay(view, step)
        with reaching("Indexing", board.log.head()) as step:
            board.index(step)
    if as_json:
        print_json({"events": events, "view": view})
    else:
        click.echo(f"Rebuilt {view or 'all views'} from {events} events.")


def _view_problems(board: Board) -> list[str]:
    with reaching("Folding", board.log.head()) as step:
        return board.verify_views(step)


def _report(
    found: Verification,
    problems: list[str],
    edited: list[str] | None,
    aside: list[SetAside],
    absent: list[str],
    *,
    is_erasure_pending: bool,
    as_json: bool,
) -> None:
    """Print what was found; `edited` is None where the views were not asked for."""
    left_out = len({each.event for each in aside})
    if as_json:
        asked = {} if edited is None else {"view_problems": edited}
        sound = not problems and not edited
        print_json({"events": found.events, "forgotten": found.holes, "head": found.head,
                    "sound": sound, "problems": problems,
                    "erasure_pending": is_erasure_pending, "set_aside": left_out,
                    "program": __version__, **asked})  # fmt: skip
        return
    if not problems:
        forgotten = f", {found.holes} of them forgotten" if found.holes else ""
        click.echo(f"All {found.events} events are as they were recorded{forgotten}.")
        click.echo(f"The last digest is {found.events}:{found.head}")
        if edited == []:
            click.echo("The views and the search index are what they say.")
            if absent:
                click.echo(f"Not compared, as their part is not active: {', '.join(absent)}.")
    if left_out:
        click.echo(f"The views of lessonboard {__version__} are folded without "
                   f"{counted(left_out, 'event')}; `lessonboard doctor` names them.",
                   err=True)  # fmt: skip
    if is_erasure_pending:
        click.echo("An erasure is pending: forgotten text may still be in the file's free pages; "
                   "see `lessonboard doctor`.", err=True)  # fmt: skip
    for problem in [*problems, *(edited or [])]:
        click.echo(f"lessonboard: {problem}", err=True)
    if edited:
        click.echo(
            "lessonboard: `lessonboard admin verify --rebuild` folds all views from the log again",
            err=True,
        )


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
