"""`lessonboard recording`: recorded tasks, and the workflows that were made of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click

from blackboard import Board, BoardError
from blackboard.views.rows import RecordingRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json, print_list
from lessonboard.naming import key_of
from lessonboard.parts.recordings.cli.lines import (
    edit_as_json,
    print_hit,
    print_whole,
    print_workflow,
    report,
    step_as_json,
)
from lessonboard.parts.recordings.importing import ingest
from lessonboard.parts.recordings.present import recording_lines
from lessonboard.parts.recordings.sources import NotARecording, Recording, Step, read_recording
from lessonboard.parts.recordings.sources.converting import convert
from lessonboard.parts.recordings.sources.manifest import NAME as MANIFEST
from lessonboard.parts.recordings.workflow_file.history import versions
from lessonboard.present.as_json import row_json


@click.command("import")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--project", help="The project; default: as before, or the repository here.")
@click.option(
    "--to",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("recordings"),
    show_default=True,
    help="Where converted recordings are written.",
)
@options.as_json
@click.pass_obj
def import_(
    app: App, paths: tuple[Path, ...], project: str | None, to: Path, as_json: bool
) -> None:
    """Take in recordings: folders with a manifest.jsonl, or folders of those.

    Files of other tools are converted to such folders first: recordings exported as JSON from
    Chrome DevTools, traces (.zip) and generated scripts of Playwright, and projects (.side) of
    Selenium IDE. Importing again takes in only what is new or was edited. Screenshots stay where
    they are; the board keeps their hashes.
    """
    read: list[tuple[Recording, bool]] = []
    failed: list[tuple[Path, BoardError]] = []
    with app.open() as board:
        for path in paths:
            for folder in _folders(path, to, failed):
                try:
                    found = read_recording(folder)
                    event = ingest(board, found, project, otherwise=app.project)
                    read.append((found, event is not None))
                except BoardError as error:
                    failed.append((folder, error))
    report(read, failed, as_json)
    if failed or any(problem.is_loss for each, _ in read for problem in each.problems):
        raise SystemExit(1)


@click.command("list")
@options.project
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def list_(app: App, project: str | None, limit: int, as_of: str | None, as_json: bool) -> None:
    """The recordings, latest first."""
    with options.reading(app, as_of) as board:
        rows = board.view("recordings", where=_where(board, project), order="-last_at", limit=limit)
    nothing = "No recordings; see `lessonboard recording import --help`."
    as_row = partial(row_json, "recordings")
    print_list(rows, recording_lines, as_row, nothing=nothing, as_json=as_json)


@click.command()
@click.argument("query")
@options.project
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def search(
    app: App, query: str, project: str | None, limit: int, as_of: str | None, as_json: bool
) -> None:
    """The workflows, recordings and steps that fit QUERY best, in this order.

    A recording whose workflow fits is told by that alone.
    """
    with options.reading(app, as_of) as board:
        where = _where(board, project)
        found = [(view, hit.row) for view in ("workflows", "recordings", "step_cards")
                 for hit in board.search(query, view=view, where=where, limit=limit)]  # fmt: skip
        runnable = {row["id"] for view, row in found if view == "workflows"}
        found = [(view, row) for view, row in found
                 if not (view == "recordings" and row["id"] in runnable)][:limit]  # fmt: skip
    if as_json:
        print_json([{"view": view, **row_json(view, row)} for view, row in found])
        return
    if not found:
        click.echo("Nothing found.")
    for view, row in found:
        print_hit(view, row)


@click.command()
@click.argument("recording_id", metavar="ID")
@options.as_of
@options.as_json
@click.pass_obj
def show(app: App, recording_id: str, as_of: str | None, as_json: bool) -> None:
    """One recording: its steps, cards and workflow; the beginning of its ID is enough."""
    with options.reading(app, as_of) as board:
        row = board.row("recordings", key_of(board, "recordings", recording_id))
        of_it = {"recording": row["id"], "is_gone": 0}
        cards = board.view("step_cards", where=of_it, order="index")
        workflows = board.view("workflows", where={"id": row["id"]})
        edits = [each for each in versions(board, row["id"]) if each.is_edit]
    steps, problem = _steps(row)
    if as_json:
        print_json({
            **row_json("recordings", row),
            "step_list": [step_as_json(step) for step in steps],
            "folder_fault": problem,
            "step_cards": [row_json("step_cards", card) for card in cards],
            "workflow": row_json("workflows", workflows[0]) if workflows else None,
            "edits": [edit_as_json(each) for each in edits],
        })  # fmt: skip
        return
    print_whole(row, steps, cards)
    if problem:
        click.echo(f"  {one_line(problem)}")
    for workflow in workflows:
        print_workflow(workflow, edits)


def _folders(path: Path, to: Path, failed: list[tuple[Path, BoardError]]) -> Iterator[Path]:
    """The recording folders that a path means; of a file, the one that is made of it."""
    if path.name == MANIFEST and path.is_file():
        yield path.parent
    elif (path / MANIFEST).is_file():
        yield path
    elif path.is_dir():
        below = [each.parent for each in sorted(path.rglob(MANIFEST))]
        if not below:
            advice = "give a recording folder, or a file to convert"
            failed.append((path, NotARecording(path, f"no {MANIFEST} is in or below it", advice)))
        yield from below
    else:
        try:
            yield from convert(path, to)
        except BoardError as error:
            failed.append((path, error))


def _where(board: Board, project: str | None) -> dict[str, Any]:
    return {} if project is None else {"project": board.projects(project)}


def _steps(row: RecordingRow) -> tuple[tuple[Step, ...], str]:
    """The steps as the folder has them, and what is wrong with that folder, if anything."""
    try:
        found = read_recording(Path(row["folder"]))
    except BoardError as error:
        return (), str(error)
    if found.manifest_sha256 != row["manifest_sha256"]:
        return found.steps, "the folder was edited since; import it again"
    return found.steps, ""
