"""`lessonboard admin backup` and `restore`: the board's file, copied and put back."""

from __future__ import annotations

from pathlib import Path

import click

from blackboard import BoardError, NotFound
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, progress
from lessonboard.cli.who_decides import decides
from lessonboard.places import without_password

_FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@click.argument("to", type=_FILE)
@click.pass_obj
def backup(app: App, to: Path) -> None:
    """Write the board to a new file, and verify every event in it.

    Agents, hooks and workers may keep running. An existing file is not overwritten.
    """
    from lessonboard.backups import back_up

    _ensure_file(app)
    if not app.path.exists():
        raise NotFound(f"there is no board at {app.path}; choose another with --db")
    with app.open() as board, progress("Verifying", board.log.head()) as report:
        found = back_up(board, to, lambda _position: report(1000))
    click.echo(
        f"Wrote {counted(found.events, 'event')} to {one_line(str(to))}; all are as recorded."
    )
    click.echo(f"The last digest is {found.events}:{found.head}")


@click.command()
@decides()
@click.argument("source", type=_FILE, metavar="FROM")
@click.pass_obj
def restore(app: App, source: Path) -> None:
    """Replace the board by a backup, after verifying every event in it.

    The previous board is kept beside it with the suffix `.before-restore`. What was forgotten
    since the backup is erased again. End agents' sessions and workers first.
    """
    from lessonboard.backups import restore as put_back

    _ensure_file(app)
    done = put_back(app.path, source)
    click.echo(f"Restored {counted(done.found.events, 'event')} from {one_line(str(source))}.")
    if done.erased:
        click.echo(f"Erased {counted(done.erased, 'event')} again that had been forgotten since.")
    if done.kept:
        click.echo(f"The board before is {one_line(str(done.kept))}")


def _ensure_file(app: App) -> None:
    """Refuse the copy of a team's log: its log has its own backups, and a new copy follows it."""
    if app.address:
        raise BoardError(
            f"the log is at {without_password(app.address)}, and this machine has a copy of it; "
            "back it up with the tools of its database (docs/parts/team/team.md)"
        )
