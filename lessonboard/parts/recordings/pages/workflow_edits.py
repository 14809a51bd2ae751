"""Editing a workflow on its page: as text, one step or parameter at a time, and undoing it.

All pass the checks of the workflow's file, and each is the same event as an edit of that file.
"""

from __future__ import annotations

from collections.abc import Callable

from blackboard.views.rows import WorkflowRow
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, BadRequest, Moved, Shown
from lessonboard.parts.recordings.pages import recordings
from lessonboard.parts.recordings.workflow import changes
from lessonboard.parts.recordings.workflow.file import (
    changed,
    edited_document,
    ensure_accepted,
)
from lessonboard.parts.recordings.workflow.read import (
    NAME,
    BadWorkflowFile,
    Json,
    written,
)
from lessonboard.parts.recordings.workflow.versions import before_last_edit, record_edit, versions

_KEPT = "The edit is recorded, and is what is run"


def edited(asked: Asked) -> Shown | Moved:
    """Record an edit of a workflow; where its text has errors they are shown beside it."""
    text = asked.text("text").replace("\r\n", "\n") + "\n"
    try:
        return _keep(asked, lambda _row: text)
    except BadWorkflowFile as error:
        row = asked.board.row("recordings", asked.needed("name"))
        return recordings.shown(asked, row, error, text)


def step_changed(asked: Asked) -> Moved:
    """Change what a step does or says, move it, or leave it out."""
    step, how = asked.needed("step"), asked.needed("how")
    if not (step.isdecimal() and step.isascii() and len(step) < 8):
        raise BadRequest(f"nothing was changed: {step[:40]!r} is no step")
    number = int(step)
    match how:
        case "keep":
            new = {"what": asked.text("what")}
            if "value" in asked.form:
                new["value"] = asked.form["value"][-1].replace("\r\n", "\n")
            return _changed(asked, lambda was: changes.step_changed(was, number, new))
        case "remove":
            return _changed(asked, lambda was: changes.step_removed(was, number))
        case "up" | "down":
            return _changed(asked, lambda was: changes.step_moved(was, number, how))
    raise BadRequest(f"nothing was changed: a step cannot be {how[:40]!r}")


def parameter_changed(asked: Asked) -> Moved:
    """Rename a parameter, describe it, or change its example."""
    name = asked.needed("parameter")
    new = {"name": asked.needed("called"), "description": asked.text("description")}
    if "example" in asked.form:
        new["example"] = asked.text("example")
    return _changed(asked, lambda was: changes.parameter_changed(was, name, new))


def undone(asked: Asked) -> Moved:
    """Undo the last edit of a workflow."""
    name = asked.needed("name")
    with asked.board.transaction():
        row = asked.board.row("workflows", name)
        ensure_accepted(asked.board, row)
        edit, document = before_last_edit(versions(asked.board, name))
        record_edit(asked.board, row, document, undoes=edit.event)
    return _moved(asked, "The edit is undone")


def _changed(asked: Asked, change: Callable[[Json], Json]) -> Moved:
    """Keep one change of a workflow, if what it makes of it passes the checks of its file.

    Raises:
        BadRequest: it does not; nothing was changed.
    """
    try:
        return _keep(asked, lambda row: written(change(row["workflow"])))
    except BadWorkflowFile as error:
        problems = "; ".join(each.text for each in error.problems[:3])
        raise BadRequest(f"nothing was changed: {problems}") from error


def _keep(asked: Asked, text: Callable[[WorkflowRow], str]) -> Moved:
    """Record an edit of the workflow that was seen.

    Raises:
        BadWorkflowFile: its text is none.
        BadRequest: somebody else edited it meanwhile, on the board or in its file.
    """
    name, event = asked.needed("name"), asked.needed("event")
    with asked.board.transaction():
        row = asked.board.row("workflows", name)
        if row["event"] != event:
            raise BadRequest(
                "nothing was changed: the workflow was edited meanwhile; load the page again, and "
                "put your words into its text"
            )
        if changed(asked.board, row) is not None:
            raise BadRequest(
                f"nothing was changed: its file {NAME} was edited and not yet accepted; run "
                f"`lessonboard recording accept {name}` first"
            )
        document = edited_document(row, text(row))
        record_edit(asked.board, row, document, reason=asked.text("reason"))
    return _moved(asked, _KEPT)


def _moved(asked: Asked, said: str) -> Moved:
    """Back to the page of the recording, whose file says the same again."""
    name = asked.needed("name")
    changed(asked.board, asked.board.row("workflows", name))  # which writes a stale file anew
    return Moved(address(f"/recordings/{name}"), said)
