"""`lessonboard schema`: the published contract of events."""

from __future__ import annotations

from pathlib import Path

import click

from blackboard import schemas
from blackboard.errors import BoardError
from lessonboard.cli.options import as_json
from lessonboard.cli.output import print_json


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("schemas"))
def export(folder: Path) -> None:
    """Write one schema per event type and version into FOLDER."""
    try:
        written = schemas.export(folder)
    except OSError as error:
        raise BoardError(f"could not write {error.filename}: {error.strerror}") from error
    click.echo(f"Wrote {len(written)} schemas to {folder}.")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=Path("schemas"))
@as_json
def check(folder: Path, as_json: bool) -> None:
    """Compare FOLDER with the events of this program; a released schema must not have changed."""
    if not folder.is_dir():
        raise BoardError(
            f"{folder} is no folder; make one with `lessonboard schema export {folder}`"
        )
    problems = schemas.check(folder)
    if as_json:
        print_json({"problems": problems})
    elif not problems:
        click.echo("The schemas are those of this program.")
    for problem in [] if as_json else problems:
        click.echo(f"lessonboard: {problem}", err=True)
    if problems:
        raise SystemExit(1)
