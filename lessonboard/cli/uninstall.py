"""`lessonboard uninstall`: coding agents remember no longer, and their settings are as before."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from blackboard import BoardError
from lessonboard.bootstrap import App
from lessonboard.cli.init import (
    agent_option,
    change_json,
    dry_run_option,
    installation_of,
    print_diffs,
)
from lessonboard.cli.options import as_json
from lessonboard.cli.output import one_line, print_json
from lessonboard.cli.who_decides import decides, without
from lessonboard.install.agents import agents
from lessonboard.install.change import Change
from lessonboard.install.installation import Installation
from lessonboard.install.purge import doomed, purge


@click.command()
@decides(without("dry_run"))
@agent_option
@dry_run_option
@click.option("--purge", "purging", is_flag=True, help="Delete the board and its data as well.")
@click.option("--yes", is_flag=True, help="Do not ask before deleting the board.")
@as_json
@click.pass_obj
def uninstall(
    app: App, names: tuple[str, ...], dry_run: bool, purging: bool, yes: bool, as_json: bool
) -> None:
    """Remove what `init` installed; the board stays, unless --purge is given.

    A file that is as `init` left it is restored byte for byte. One that was changed since
    loses only what is ours.
    """
    if purging and names:
        raise click.UsageError("--purge deletes the board of all agents; leave out --agent")
    installation = installation_of(app)
    gone = doomed(installation.board, installation.data) if purging else []
    if gone and not (dry_run or yes):
        _ask(gone)
    if dry_run:
        changes, failures = installation.unregistering(names or tuple(agents()))
    else:
        with installation.locked():
            changes, failures = installation.unregistering(names or tuple(agents()))
            installation.write(changes)
            installation.forget(names or tuple(agents()))
        purge([] if failures else gone)
    if as_json:
        print_json(_unregistered(changes, gone, failures, dry_run))
    elif dry_run:
        print_diffs(changes)
        _print_purged(gone, "Would delete")
    else:
        _print_unregistered(changes, installation)
        _print_purged([] if failures else gone, "Deleted")
    _fail(failures)


def _print_unregistered(changes: Sequence[Change], installation: Installation) -> None:
    said = {
        "restored": "is byte for byte what it was before",
        "cleaned": "was changed since `init`; only what is ours was taken out",
        "deleted": "was ours alone and is deleted",
    }
    for change in changes:
        click.echo(f"{one_line(str(change.path))} {said[change.how]}.")
    if not changes:
        click.echo("Nothing is registered.")
    if installation.board.exists():
        click.echo(f"The board stays: {one_line(str(installation.board))}.")


def _print_purged(paths: Sequence[Path], said: str) -> None:
    for path in paths:
        click.echo(f"{said} {one_line(str(path))}.")


def _ask(paths: Sequence[Path]) -> None:
    click.echo("All that was remembered will be deleted, for good:", err=True)
    for path in paths:
        click.echo(f"  {one_line(str(path))}", err=True)
    click.confirm("Go on?", abort=True, err=True)


def _fail(failures: Sequence[BoardError]) -> None:
    for failure in failures:
        click.echo(f"lessonboard: {one_line(str(failure))}", err=True)
    if failures:
        raise SystemExit(1)


def _unregistered(
    changes: Sequence[Change], gone: Sequence[Path], failures: Sequence[BoardError], dry_run: bool
) -> dict[str, Any]:
    return {
        "dry_run": dry_run,
        "files": [change_json(change, dry_run) for change in changes],
        "purged": [] if failures else [str(path) for path in gone],
        "failed": [str(failure) for failure in failures],
    }
