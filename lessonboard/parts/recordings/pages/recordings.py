"""Recordings: frames with the target marked, cards, the workflow to edit, and its runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import BoardError, NotFound
from blackboard.events import streams
from blackboard.views.rows import RecordingRow, StepCardRow
from lessonboard.naming import key_of
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, Content, Shown
from lessonboard.pages.paging import part
from lessonboard.parts.recordings.pages import marks, reports
from lessonboard.parts.recordings.pages.run_form import RunForm, run_form
from lessonboard.parts.recordings.present import last_failure
from lessonboard.parts.recordings.sources import Recording, Step, read_recording
from lessonboard.parts.recordings.workflow.keys import FORMAT
from lessonboard.parts.recordings.workflow.read import BadWorkflowFile, written
from lessonboard.parts.recordings.workflow.versions import versions


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
    return shown(asked, _row(asked))


def frame(asked: Asked) -> Content:
    """The screenshot of a step, with a mark where it was clicked."""
    row = _row(asked)
    step = _step(_read(row), asked.names["step"])
    if step.pre is None:
        raise NotFound(f"step {step.index + 1} of {row['id']} has no screenshot")
    kind = "image/jpeg" if step.pre.path.suffix.lower() in (".jpg", ".jpeg") else "image/png"
    try:
        return Content(marks.marked(step.pre, step, marks.screen_of(_read(row))), kind)
    except ImportError:  # without the extra `recordings` the picture has no mark
        return Content(step.pre.path.read_bytes(), kind)


def shown(
    asked: Asked,
    row: RecordingRow,
    error: BadWorkflowFile | None = None,
    text: str = "",
    form: RunForm | None = None,
) -> Shown:
    """The page of a recording; after a refused edit or run with what was typed and is wrong."""
    board = asked.board
    steps, problem = _steps(row)
    workflows = board.view("workflows", where={"id": row["id"]})
    workflow = workflows[0] if workflows else None
    known: Any = workflow["workflow"] if workflow is not None else {}
    definition = known if known.get("format") == FORMAT else None
    cards = board.view("step_cards", where={"recording": row["id"], "is_gone": 0}, order="index")
    runs = list(board.read(stream=streams.recording(row["id"]), types=["workflow.rerun"]))[-20:]
    return Shown(
        "recording.html",
        {
            "row": row,
            "steps": _to_do(definition, cards) if definition else _recorded(steps, cards),
            "framed": {step.index for step in steps if step.pre is not None},
            "problem": problem,
            "workflow": workflow,
            "text": text or (written(definition) if definition else ""),
            "is_run": bool(definition),
            "failure": last_failure(workflow) if workflow else "",
            "edits": [each for each in versions(board, row["id"]) if each.is_edit],
            "form": form or (run_form(asked, workflow) if workflow and definition else None),
            "problems": error.problems if error else [],
            "runs": [(each, reports.exists(asked.app.path, (each.payload or {}).get("run", "")))
                     for each in reversed(runs)],
        },
        422 if error or form else 200,
    )  # fmt: skip


class _Line(NamedTuple):
    """A step as it is shown: its number, and its line in the recording, which has its picture."""

    number: int
    line: int
    do: str
    what: str
    value: str | None
    before: str = ""
    after: str = ""


def _to_do(document: Mapping[str, Any], cards: Sequence[StepCardRow]) -> list[_Line]:
    """The steps that a run does."""
    known = {card["index"]: card for card in cards}
    lines = []
    for number, step in enumerate(document.get("steps", ()), 1):
        card = known.get(step.get("id", -1))
        seen = (card["expected_current_state"], card["post_action"]) if card else ("", "")
        lines.append(_Line(number, step.get("id", -1), step.get("do", ""), step.get("what", ""),
                           step.get("value"), *seen))  # fmt: skip
    return lines


def _recorded(steps: Sequence[Step], cards: Sequence[StepCardRow]) -> list[_Line]:
    """The steps of a recording without a workflow."""
    known = {card["index"]: card["intent"] for card in cards}
    return [_Line(number, step.index, step.action_type.lower(),
                  known.get(step.index, step.action_type.lower()), step.value)
            for number, step in enumerate(steps, 1)]  # fmt: skip


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
