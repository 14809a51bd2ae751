"""`lessonboard recording`: recorded tasks, and the workflows that were made of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import click

from blackboard import Board
from blackboard.event import iso
from blackboard.views.rows import RecordingRow, StepCardRow, WorkflowRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, day, one_line, print_json, print_lines, print_list
from lessonboard.naming import key_of
from lessonboard.parts.recordings.present import last_failure
from lessonboard.parts.recordings.workflow.versions import Version, versions
from lessonboard.present.as_json import row_json
from lessonboard.present.line import Line
from lessonboard.present.text import minute


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
    with options.reading(app, as_of) as board:
        if recording_id is not None:
            (_diff if diff else _show)(board, recording_id, as_json)
            return
        where = {} if project is None else {"project": board.projects(project)}
        rows = board.view("recordings", where=where, order="-last_at", limit=limit)
    nothing = "No recordings; see `lessonboard recording import --help`."
    print_list(rows, _listed, partial(row_json, "recordings"), nothing=nothing, as_json=as_json)


def _show(board: Board, recording_id: str, as_json: bool) -> None:
    """One recording: its cards and workflow, and who edited that."""
    row = board.row("recordings", key_of(board, "recordings", recording_id))
    cards = board.view("step_cards", where={"recording": row["id"], "is_gone": 0}, order="index")
    workflow = next(iter(board.view("workflows", where={"id": row["id"]})), None)
    edits = [each for each in versions(board, row["id"]) if each.is_edit]
    if as_json:
        told = [{"event": each.event, "at": iso(each.at), "actor": each.actor,
                 "undoes": each.undoes or None, "reason": each.reason}
                for each in edits]  # fmt: skip
        print_json({
            **row_json("recordings", row),
            "step_cards": [row_json("step_cards", card) for card in cards],
            "workflow": row_json("workflows", workflow) if workflow else None,
            "edits": told,
        })  # fmt: skip
        return
    print_lines([*_listed(row), *_of_recording(row, cards, workflow)])
    if workflow is not None:
        print_lines(_of_workflow(workflow, edits))


def _listed(row: RecordingRow) -> Iterator[Line]:
    """A recorded task in a list, with how far it is on the way to a workflow."""
    yield Line(one_line(row["name"]), "strong")
    counts = f"{counted(row['steps'], 'step')}, {counted(row['cards'], 'card')}"
    yield Line(f"  {one_line(row['id'])}  {row['status']}  {counts}  last {day(row['last_at'])}")


def _of_recording(
    row: RecordingRow, cards: list[StepCardRow], workflow: WorkflowRow | None
) -> Iterator[Line]:
    """A recording with the steps that a run does, or those that were recorded."""
    if row["description"] and row["description"] != row["name"]:
        yield Line(f"  {one_line(row['description'])}")
    yield Line(f"  in {one_line(row['folder'])}")
    for kind, count in row["problems"].items():
        yield Line(f"  {counted(count, 'problem')} of the kind {kind}")
    steps = workflow["workflow"].get("steps", []) if workflow else []
    whats = [str(step.get("what") or step.get("do")) for step in steps]
    for number, what in enumerate(whats or [card["intent"] for card in cards], 1):
        yield Line(f"  {number:>4}  {one_line(what)}")


def _of_workflow(row: WorkflowRow, edits: list[Version]) -> Iterator[Line]:
    """How a recording is run again, how often that went well, and who edited it."""
    went_well = f"{row['succeeded']} of {counted(row['reruns'], 'run')} went well"
    yield Line(f"  workflow: {went_well}, confidence {row['confidence']:.2f}")
    if failure := last_failure(row):
        yield Line(f"  {failure}")
    yield Line(f"  {one_line(row['statement'])}")
    for each in edits:
        did = f"took {each.undoes} back" if each.undoes else "edited it"
        reason = f": {one_line(each.reason)}" if each.reason else ""
        yield Line(f"  {minute(each.at)} {one_line(each.actor)} {did}{reason}  ({each.event})")


def _diff(board: Board, recording_id: str, as_json: bool) -> None:
    """How a workflow was edited since it was compiled, as a diff of its file."""
    from lessonboard.parts.recordings.workflow.file import difference

    row = board.row("workflows", key_of(board, "workflows", recording_id))
    lines = difference(row["compiled"] or row["workflow"], row["workflow"])
    if as_json:
        print_json({"diff": lines})
        return
    for line in lines or ["There is no difference."]:
        click.echo(line)
