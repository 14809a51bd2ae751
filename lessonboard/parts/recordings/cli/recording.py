"""`lessonboard recording`: recorded tasks, and the workflows that were made of them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from blackboard import Board, BoardError
from blackboard.views.rows import RecordingRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json, print_list
from lessonboard.naming import key_of
from lessonboard.parts.recordings.present import recording_lines
from lessonboard.present.as_json import row_json

if TYPE_CHECKING:
    from lessonboard.parts.recordings.sources import Step


@click.command("recording")
@click.argument("recording_id", metavar="[ID]", required=False)
@options.project
@options.limit
@options.as_of
@click.option("--diff", is_flag=True, help="How the workflow ID was edited, as a diff of its file.")
@options.as_json
@click.pass_obj
def recording(
    app: App,
    recording_id: str | None,
    project: str | None,
    limit: int,
    as_of: str | None,
    diff: bool,
    as_json: bool,
) -> None:
    """List the recordings, latest first, or show one with its steps and its workflow.

    The beginning of the ID is enough.
    """
    if diff and recording_id is None:
        raise click.UsageError("--diff needs the ID of a recording")
    if recording_id is not None and diff:
        _diff(app, recording_id, as_json)
    elif recording_id is not None:
        with options.reading(app, as_of) as board:
            _show(board, recording_id, as_json)
    else:
        with options.reading(app, as_of) as board:
            where = {} if project is None else {"project": board.projects(project)}
            rows = board.view("recordings", where=where, order="-last_at", limit=limit)
        nothing = "No recordings; see `lessonboard recording import --help`."
        as_row = partial(row_json, "recordings")
        print_list(rows, recording_lines, as_row, nothing=nothing, as_json=as_json)


def _show(board: Board, recording_id: str, as_json: bool) -> None:
    """One recording: its steps, cards and workflow."""
    from lessonboard.parts.recordings.cli import lines
    from lessonboard.parts.recordings.workflow.versions import versions

    row = board.row("recordings", key_of(board, "recordings", recording_id))
    cards = board.view("step_cards", where={"recording": row["id"], "is_gone": 0}, order="index")
    workflows = board.view("workflows", where={"id": row["id"]})
    edits = [each for each in versions(board, row["id"]) if each.is_edit]
    steps, problem = _steps(row)
    if as_json:
        print_json({
            **row_json("recordings", row),
            "step_list": [lines.step_as_json(step) for step in steps],
            "folder_fault": problem,
            "step_cards": [row_json("step_cards", card) for card in cards],
            "workflow": row_json("workflows", workflows[0]) if workflows else None,
            "edits": [lines.edit_as_json(each) for each in edits],
        })  # fmt: skip
        return
    lines.print_whole(row, steps, cards)
    if problem:
        click.echo(f"  {one_line(problem)}")
    for workflow in workflows:
        lines.print_workflow(workflow, edits)


def _steps(row: RecordingRow) -> tuple[tuple[Step, ...], str]:
    """The steps as the folder has them, and what is wrong with that folder, if anything."""
    from lessonboard.parts.recordings.sources import read_recording

    try:
        found = read_recording(Path(row["folder"]))
    except BoardError as error:
        return (), str(error)
    if found.manifest_sha256 != row["manifest_sha256"]:
        return found.steps, "the folder was edited since; import it again"
    return found.steps, ""


def _diff(app: App, recording_id: str, as_json: bool) -> None:
    """How a workflow was edited since it was compiled, as a diff of its file."""
    from lessonboard.parts.recordings.workflow.file import difference

    with app.existing() as board:
        row = board.row("workflows", key_of(board, "workflows", recording_id))
    lines = difference(row["compiled"] or row["workflow"], row["workflow"])
    if as_json:
        print_json({"diff": lines})
        return
    for line in lines or ["There is no difference."]:
        click.echo(line)
