"""Recordings: frames with the target marked, cards, the workflow to edit, and its runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard import BoardError, NotFound
from blackboard.events import streams
from blackboard.sources.gui_recording import Recording, Step, read_recording
from blackboard.views.rows import RecordingRow, WorkflowRow
from lessonboard.naming import key_of
from lessonboard.present.workflows import last_failure
from lessonboard.web import reports
from lessonboard.web.addresses import address
from lessonboard.web.page import Asked, BadRequest, Content, Moved, Shown
from lessonboard.web.paging import part
from lessonboard.workflow_files import folder_with_file
from reflect.workflow_compiler import frames
from reflect.workflow_file import folder as workflow_folder
from reflect.workflow_file.document import steps_of
from reflect.workflow_file.history import (
    last_edit,
    record_edit,
    version,
    versions,
    without,
)
from reflect.workflow_file.read import NAME, BadWorkflowFile, written
from reflect.workflow_file.renewal import PERSON


def recordings(asked: Asked) -> Shown:
    """The recordings, latest first."""
    found = part(asked, "recordings", {}, "-last_at")
    following = address("/recordings", after=found.after) if found.after else ""
    names = [row["id"] for row in found.rows]
    rows = asked.board.view("workflows", where={"id": names}) if names else []
    return Shown("recordings.html", {
        "rows": found.rows, "next": following, "workflows": {row["id"]: row for row in rows},
    })  # fmt: skip


def recording(asked: Asked) -> Shown:
    """One recording: its steps with frames and cards, its workflow, and its runs."""
    return _recording(asked, _row(asked), None, "")


def frame(asked: Asked) -> Content:
    """The screenshot of a step, with a mark where it was clicked."""
    row = _row(asked)
    step = _step(_read(row), asked.names["step"])
    if step.pre is None:
        raise NotFound(f"step {step.index + 1} of {row['id']} has no screenshot")
    kind = "image/jpeg" if step.pre.path.suffix.lower() in (".jpg", ".jpeg") else "image/png"
    try:
        return Content(frames.marked(step.pre, step, frames.screen_of(_read(row))), kind)
    except ImportError:  # without the extra `recordings` the picture has no mark
        return Content(step.pre.path.read_bytes(), kind)


def report(asked: Asked) -> Shown:
    """A run's report with its pictures."""
    found = reports.report(asked.app.path, asked.names["run"])
    return Shown("rerun.html", {"report": found, "run": asked.names["run"]})


def picture(asked: Asked) -> Content:
    """A picture of a run's report."""
    return Content(
        reports.picture(asked.app.path, asked.names["run"], asked.names["step"]), "image/png"
    )


def edited(asked: Asked) -> Shown | Moved:
    """Record an edit of a workflow; where its text has errors they are shown beside it."""
    name, event = asked.needed("name"), asked.needed("event")
    text = asked.text("text").replace("\r\n", "\n") + "\n"
    try:
        with asked.board.transaction():
            row = _as_seen(asked, name, event)
            found = versions(asked.board, name)
            context = workflow_folder.context_of(found, version(found, event), frozenset())
            workflow = workflow_folder.parsed(Path(NAME), text.encode(), context)
            record_edit(asked.board, row, workflow, actor=PERSON, reason=asked.text("reason"))
            _write_file(asked, row)
    except BadWorkflowFile as error:
        return _recording(asked, asked.board.row("recordings", name), error, text)
    return Moved(address(f"/recordings/{name}"), "The edit is recorded, and is what is run")


def taken_back(asked: Asked) -> Moved:
    """Take back the last edit of a workflow, or the one that the form names."""
    name, event = asked.needed("name"), asked.text("event")
    with asked.board.transaction():
        row = asked.board.row("workflows", name)
        found = versions(asked.board, name)
        undone = version(found, event) if event else last_edit(found)
        record_edit(asked.board, row, without(found, undone), actor=PERSON, undoes=undone.event)
        _write_file(asked, row)
    return Moved(address(f"/recordings/{name}"), "The edit is taken back")


def _as_seen(asked: Asked, name: str, event: str) -> WorkflowRow:
    """A workflow that nobody edited since it was shown, neither on the board nor in its file.

    Raises:
        BadRequest: somebody did.
    """
    row = asked.board.row("workflows", name)
    if row["event"] != event:
        raise BadRequest(
            "nothing was changed: the workflow was edited meanwhile; load the page again, and "
            "put your words into its text"
        )
    folder = folder_with_file(asked.board, name)
    file = workflow_folder.look(folder) if folder else None
    if file is not None and file.is_edited:
        raise BadRequest(
            f"nothing was changed: its file {NAME} was edited and not yet taken in; run "
            f"`lessonboard recording edit {name}` first"
        )
    return row


def _recording(asked: Asked, row: RecordingRow, error: BadWorkflowFile | None, text: str) -> Shown:
    board = asked.board
    steps, problem = _steps(row)
    workflows = board.view("workflows", where={"id": row["id"]})
    workflow = workflows[0] if workflows else None
    is_current = workflow is not None and workflow_folder.is_current(workflow["workflow"])
    definition: Any = workflow["workflow"] if workflow is not None and is_current else None
    cards = board.view("step_cards", where={"recording": row["id"], "is_gone": 0}, order="index")
    runs = list(board.read(stream=streams.recording(row["id"]), types=["workflow.rerun"]))[-20:]
    return Shown(
        "recording.html",
        {
            "row": row,
            "steps": steps,
            "problem": problem,
            "cards": {card["index"]: card for card in cards},
            "workflow": workflow,
            "text": text or (written(definition) if definition else ""),
            "step_count": len(steps_of(definition)) if definition else 0,
            "failure": last_failure(workflow) if workflow else "",
            "edits": [each for each in versions(board, row["id"]) if each.is_edit],
            "problems": error.problems if error else [],
            "runs": [(each, reports.exists(asked.app.path, (each.payload or {}).get("run", "")))
                     for each in reversed(runs)],
        },
        422 if error else 200,
    )  # fmt: skip


def _row(asked: Asked) -> RecordingRow:
    return asked.board.row("recordings", key_of(asked.board, "recordings", asked.names["name"]))


def _read(row: RecordingRow) -> Recording:
    return read_recording(Path(row["folder"]))


def _steps(row: RecordingRow) -> tuple[tuple[Step, ...], str]:
    try:
        found = _read(row)
    except BoardError as error:
        return (), str(error)
    if found.manifest_sha256 != row["manifest_sha256"]:
        return found.steps, "the folder was edited since; import it again"
    return found.steps, ""


def _step(found: Recording, name: str) -> Step:
    for step in found.steps:
        if str(step.index) == name:
            return step
    raise NotFound(f"{found.id} has no step {name!r}")


def _write_file(asked: Asked, row: WorkflowRow) -> None:
    """Have the file say what is in force, where there is one."""
    folder = folder_with_file(asked.board, row["id"])
    if folder is not None:
        workflow_folder.project(asked.board, asked.board.row("workflows", row["id"]), folder)
