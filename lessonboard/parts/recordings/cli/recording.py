"""`lessonboard recording`: recorded tasks, and the workflows that were made of them."""

from __future__ import annotations

from difflib import unified_diff
from functools import partial
from pathlib import Path

import click

from blackboard import Board, BoardError
from blackboard.views.rows import RecordingRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json, print_list
from lessonboard.naming import key_of
from lessonboard.parts.recordings.cli.lines import (
    edit_as_json,
    print_whole,
    print_workflow,
    step_as_json,
)
from lessonboard.parts.recordings.present import recording_lines
from lessonboard.parts.recordings.sources import Step, read_recording
from lessonboard.parts.recordings.workflow_file.history import version, versions
from lessonboard.parts.recordings.workflow_file.read import NAME, written
from lessonboard.present.as_json import row_json


@click.command("recording")
@click.argument("recording_id", metavar="[ID]", required=False)
@options.project
@options.limit
@options.as_of
@click.option("--diff", is_flag=True, help="How the workflow ID was edited, as a diff of its file.")
@click.option("--from", "first", metavar="EVENT", help="With --diff: default: as compiled last.")
@click.option("--to", "last", metavar="EVENT", help="With --diff: default: as it is run.")
@options.as_json
@click.pass_obj
def recording(
    app: App,
    recording_id: str | None,
    project: str | None,
    limit: int,
    as_of: str | None,
    diff: bool,
    first: str | None,
    last: str | None,
    as_json: bool,
) -> None:
    """List the recordings, latest first, or show one with its steps and its workflow.

    The beginning of the ID is enough. EVENT is a version as `recording ID` lists it.
    """
    if diff and recording_id is None:
        raise click.UsageError("--diff needs the ID of a recording")
    if recording_id is not None and diff:
        _diff(app, recording_id, first, last, as_json)
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
    row = board.row("recordings", key_of(board, "recordings", recording_id))
    cards = board.view("step_cards", where={"recording": row["id"], "is_gone": 0}, order="index")
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


def _steps(row: RecordingRow) -> tuple[tuple[Step, ...], str]:
    """The steps as the folder has them, and what is wrong with that folder, if anything."""
    try:
        found = read_recording(Path(row["folder"]))
    except BoardError as error:
        return (), str(error)
    if found.manifest_sha256 != row["manifest_sha256"]:
        return found.steps, "the folder was edited since; import it again"
    return found.steps, ""


def _diff(app: App, recording_id: str, first: str | None, last: str | None, as_json: bool) -> None:
    """How a workflow was edited, as a diff of its file."""
    from lessonboard.parts.recordings.cli.current import current_row

    with app.open() as board:
        row = current_row(board, recording_id, as_json=as_json)
        found = versions(board, row["id"])
    before = version(found, first).workflow if first else row["compiled"] or row["workflow"]
    after = version(found, last).workflow if last else row["workflow"]
    texts = [written(each).splitlines() for each in (before, after)]
    names = [f"{NAME} {first or 'compiled'}", f"{NAME} {last or 'now'}"]
    lines = list(unified_diff(texts[0], texts[1], names[0], names[1], lineterm=""))
    if as_json:
        print_json({"from": names[0], "to": names[1], "diff": lines})
        return
    for line in lines or ["There is no difference."]:
        click.echo(line)
