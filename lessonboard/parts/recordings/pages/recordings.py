"""Recordings: frames with the target marked, cards, the workflow to edit, and its runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blackboard import BoardError, NotFound
from blackboard.events import streams
from blackboard.views.rows import RecordingRow, StepCardRow, WorkflowRow
from lessonboard.naming import key_of
from lessonboard.pages.addresses import address
from lessonboard.pages.page import Asked, Content, Shown
from lessonboard.pages.paging import part
from lessonboard.parts.recordings import reports
from lessonboard.parts.recordings.pages.run_form import RunForm, run_form
from lessonboard.parts.recordings.present import last_failure
from lessonboard.parts.recordings.sources import Recording, read_recording
from lessonboard.parts.recordings.workflow.keys import FORMAT
from lessonboard.parts.recordings.workflow.read import BadWorkflowFile, written
from lessonboard.parts.recordings.workflow.versions import versions

_MOST_RUNS = 20


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
    """The screenshot of a step."""
    row, name = _row(asked), asked.names["step"]
    steps = read_recording(Path(row["folder"])).steps
    found = next((step.pre for step in steps if str(step.index) == name), None)
    if found is None:
        raise NotFound(f"{row['id']} has no screenshot of step {name[:60]!r}")
    is_jpeg = found.path.suffix.lower() in (".jpg", ".jpeg")
    return Content(found.path.read_bytes(), "image/jpeg" if is_jpeg else "image/png")


def shown(
    asked: Asked,
    row: RecordingRow,
    error: BadWorkflowFile | None = None,
    text: str = "",
    form: RunForm | None = None,
) -> Shown:
    """The page of a recording; after a refused edit or run with what was typed and is wrong."""
    board = asked.board
    found, problem = _read(row)
    workflow: WorkflowRow | None = next(
        iter(board.view("workflows", where={"id": row["id"]})), None
    )
    is_run = workflow is not None and workflow["workflow"].get("format") == FORMAT
    document: dict[str, Any] = workflow["workflow"] if workflow and is_run else {}
    cards = board.view("step_cards", where={"recording": row["id"], "is_gone": 0}, order="index")
    runs = board.read(stream=streams.recording(row["id"]), types=["workflow.rerun"])
    return Shown(
        "recording.html",
        {
            "row": row,
            "steps": list(_steps(document, found, cards)),
            "marks": _marks(found) if found else {},
            "problem": problem,
            "workflow": workflow,
            "text": text or (written(document) if is_run else ""),
            "is_run": is_run,
            "failure": last_failure(workflow) if workflow else "",
            "edits": [each for each in versions(board, row["id"]) if each.is_edit],
            "form": form or (run_form(asked, workflow) if workflow and is_run else None),
            "problems": error.problems if error else [],
            "runs": [(each, reports.exists(asked.app.path, (each.payload or {}).get("run", "")))
                     for each in reversed(list(runs)[-_MOST_RUNS:])],
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


def _steps(
    document: Mapping[str, Any], found: Recording | None, cards: Sequence[StepCardRow]
) -> Iterator[_Line]:
    """The steps that a run does; of a recording without a workflow, those that were recorded."""
    known = {card["index"]: card for card in cards}
    for number, step in enumerate(document.get("steps", ()), 1):
        card = known.get(step.get("id", -1))
        seen = (card["expected_current_state"], card["post_action"]) if card else ("", "")
        yield _Line(number, step.get("id", -1), step.get("do", ""), step.get("what", ""),
                    step.get("value"), *seen)  # fmt: skip
    if not document and found is not None:
        for number, each in enumerate(found.steps, 1):
            card, do = known.get(each.index), each.action_type.lower()
            yield _Line(number, each.index, do, card["intent"] if card else do, each.value)


def _marks(found: Recording) -> dict[int, tuple[Any, ...]]:
    """By the line of each step with a picture: width and height of it, and where was clicked."""
    size = found.config.get("viewport")
    given = (size.get("width"), size.get("height")) if isinstance(size, dict) else ()
    marks = {}
    for step in (step for step in found.steps if step.pre is not None):
        x, y = (step.action.get(name, step.action.get(f"{name}1")) for name in ("x", "y"))
        is_known = given and all(isinstance(each, int | float) for each in (*given, x, y))
        marks[step.index] = (*given, x, y) if is_known else ()
    return marks


def _row(asked: Asked) -> RecordingRow:
    return asked.board.row("recordings", key_of(asked.board, "recordings", asked.names["name"]))


def _read(row: RecordingRow) -> tuple[Recording | None, str]:
    """What is in the folder of a recording, and what is wrong with that."""
    try:
        found = read_recording(Path(row["folder"]))
    except BoardError as error:
        return None, str(error)
    is_same = found.manifest_sha256 == row["manifest_sha256"]
    return found, "" if is_same else "the folder was edited since; import it again"
