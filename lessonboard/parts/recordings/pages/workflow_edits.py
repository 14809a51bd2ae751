"""Editing a workflow on its page: as text, one step or parameter at a time, and undoing it.

All pass the checks of the workflow's file, and each is the same event as an edit of that file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from blackboard.views.rows import WorkflowRow
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, BadRequest, Moved, Shown
from lessonboard.parts.recordings.pages import recordings
from lessonboard.parts.recordings.workflow_file import changes
from lessonboard.parts.recordings.workflow_file import folder as workflow_folder
from lessonboard.parts.recordings.workflow_file.document import Json
from lessonboard.parts.recordings.workflow_file.history import (
    last_edit,
    record_edit,
    version,
    versions,
    without,
)
from lessonboard.parts.recordings.workflow_file.read import NAME, BadWorkflowFile, written
from lessonboard.parts.recordings.workflow_file.renewal import PERSON
from lessonboard.parts.recordings.workflow_files import folder_with_file

_KEPT = "The edit is recorded, and is what is run"


def edited(asked: Asked) -> Shown | Moved:
    """Record an edit of a workflow; where its text has errors they are shown beside it."""
    name, event = asked.needed("name"), asked.needed("event")
    text = asked.text("text").replace("\r\n", "\n") + "\n"
    try:
        _keep(asked, name, event, lambda _: text)
    except BadWorkflowFile as error:
        return recordings.shown(asked, asked.board.row("recordings", name), error, text)
    return Moved(address(f"/recordings/{name}"), _KEPT)


def step_changed(asked: Asked) -> Moved:
    """Say otherwise what a step does, move it, or leave it out."""
    step, how = asked.needed("step"), asked.needed("how")
    if not (step.isdecimal() and step.isascii() and len(step) < 8):
        raise BadRequest(f"nothing was changed: {step[:40]!r} is no step")
    index = int(step)
    match how:
        case "keep":
            told = {"intent": asked.text("what")}
            if "value" in asked.form:
                told["action_value"] = asked.form["value"][-1].replace("\r\n", "\n")
            return _changed(asked, lambda was: changes.step_changed(was, index, told))
        case "remove":
            return _changed(asked, lambda was: changes.step_removed(was, index))
        case "up" | "down":
            return _changed(asked, lambda was: changes.step_moved(was, index, how))
    raise BadRequest(f"nothing was changed: a step cannot be {how[:40]!r}")


def parameter_changed(asked: Asked) -> Moved:
    """Call a parameter otherwise, describe it, or give it another example."""
    name = asked.needed("parameter")
    told = {"name": asked.needed("called"), "description": asked.text("description")}
    if "example" in asked.form:
        told["example"] = asked.text("example")
    return _changed(asked, lambda was: changes.parameter_changed(was, name, told))


def _changed(asked: Asked, change: Callable[[Mapping[str, Any]], Json]) -> Moved:
    """Keep one change of a workflow, if what it makes of it passes the checks of its file.

    Raises:
        BadRequest: it does not; nothing was changed.
    """
    name, event = asked.needed("name"), asked.needed("event")
    try:
        _keep(asked, name, event, lambda row: written(change(row["workflow"])))
    except BadWorkflowFile as error:
        problems = "; ".join(each.text for each in error.problems[:3])
        raise BadRequest(f"nothing was changed: {problems}") from error
    return Moved(address(f"/recordings/{name}"), _KEPT)


def _keep(asked: Asked, name: str, event: str, text: Callable[[WorkflowRow], str]) -> None:
    """Record an edit of the workflow that was seen.

    Raises:
        BadWorkflowFile: its text is none.
        BadRequest: somebody else edited it meanwhile.
    """
    with asked.board.transaction():
        row = _as_seen(asked, name, event)
        found = versions(asked.board, name)
        context = workflow_folder.context_of(found, version(found, event), frozenset())
        workflow = workflow_folder.parsed(Path(NAME), text(row).encode(), context)
        record_edit(asked.board, row, workflow, actor=PERSON, reason=asked.text("reason"))
        _write_file(asked, row)


def taken_back(asked: Asked) -> Moved:
    """Undo the last edit of a workflow, or the one that the form names."""
    name, event = asked.needed("name"), asked.text("event")
    with asked.board.transaction():
        row = asked.board.row("workflows", name)
        found = versions(asked.board, name)
        undone = version(found, event) if event else last_edit(found)
        record_edit(asked.board, row, without(found, undone), actor=PERSON, undoes=undone.event)
        _write_file(asked, row)
    return Moved(address(f"/recordings/{name}"), "The edit is undone")


def _as_seen(asked: Asked, name: str, event: str) -> WorkflowRow:
    """A workflow that is unedited since it was shown, neither on the board nor in its file.

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
            f"nothing was changed: its file {NAME} was edited and not yet imported; run "
            f"`lessonboard recording edit {name}` first"
        )
    return row


def _write_file(asked: Asked, row: WorkflowRow) -> None:
    """Have the file say what is in force, where there is one."""
    folder = folder_with_file(asked.board, row["id"])
    if folder is not None:
        workflow_folder.project(asked.board, asked.board.row("workflows", row["id"]), folder)
