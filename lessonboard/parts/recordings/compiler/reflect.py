"""Compile a recording: cards, workflow and folder, one run at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.events import streams
from blackboard.events.recording import StepCardCompiled, WorkflowCompiled, WorkflowDrafted
from blackboard.events.upcast import current
from lessonboard.parts.recordings.compiler.cards import Failure, compile_cards
from lessonboard.parts.recordings.compiler.folder import (
    compiled_files,
    folder_of,
    recording_files,
    write_folder,
)
from lessonboard.parts.recordings.compiler.given_up import GivenUp
from lessonboard.parts.recordings.compiler.lock import only_one
from lessonboard.parts.recordings.compiler.seen import moments
from lessonboard.parts.recordings.compiler.workflows import compile_workflow
from lessonboard.parts.recordings.sources import Recording
from lessonboard.parts.recordings.workflow_file.renewal import Edits, edits_before, keep_edits
from reflect.model.model import Model


@dataclass(frozen=True)
class Reflected:
    """The result for a recording; without failures there is a workflow.

    `given_up` says why the model's part was done by rules.
    """

    session: str
    steps: int
    cards: int
    calls: int
    reused: int
    folder: Path
    workflow: dict[str, Any] | None
    failed: tuple[Failure, ...] = ()
    put_aside: Sequence[str] = field(default_factory=list)
    unreadable: Sequence[str] = field(default_factory=list)
    given_up: str = ""
    edits: Edits = field(default_factory=Edits)


def reflect_on_recording(
    board: Board,
    recording: Recording,
    model: Model | None,
    workflows: Path,
    *,
    project: str | None = None,
    report: Callable[[int], None] = lambda _done: None,
    waiting: Callable[[], None] = lambda: None,
) -> Reflected:
    """Compile the cards and the workflow of a recording, and write its folder.

    Cards and drafts on the board are reused. After a failure everything compiled so far is
    kept, and the next run continues from there.

    Args:
        board: the board with the recording.
        recording: as read from its folder.
        model: asked for cards and draft; None uses rules.
        workflows: the parent folder of workflow folders.
        project: the recording's project.
        report: called with the number of steps done since the last call.
        waiting: called before waiting for another run on the same recording.

    Raises:
        CannotWrite: the folder cannot be written; the events are kept.
    """
    folder = folder_of(workflows, recording.id)
    with only_one(board, recording.id, waiting):
        edits = Edits(refused=edits_before(board, recording.id, folder))
        steps = moments(recording)
        given_up = GivenUp(board, recording.id, model)
        cards = compile_cards(board, recording, steps, model, project, report, given_up)
        failed, reason = list(cards.failed), cards.given_up
        calls, workflow, draft = cards.calls, None, None
        if not failed:
            asked = None if reason else model
            compiled = compile_workflow(
                board, recording, steps, cards.cards, asked, project, given_up
            )
            reason = reason or compiled.given_up
            calls, workflow, draft = calls + compiled.calls, compiled.workflow, compiled.draft
            failed += [Failure(None, compiled.failure)] if compiled.failure else []
        if workflow is not None:
            edits = keep_edits(board, recording.id, folder)
            workflow = board.row("workflows", recording.id)["workflow"]
        files = [*compiled_files(cards.cards, draft, workflow), *recording_files(recording)]
        written = write_folder(folder, files)
    return Reflected(
        recording.id, len(steps), len(cards.cards), calls, cards.reused, folder, workflow,
        tuple(failed), written.put_aside, written.failed, reason, edits,
    )  # fmt: skip


def restore(board: Board, recording: str, workflows: Path) -> Reflected:
    """Write the folder from the events, for when the recording's files are unavailable.

    Raises:
        NotFound: the recording has no workflow.
        CannotWrite: the folder cannot be written.
    """
    cards: dict[int, StepCardCompiled] = {}
    drafted: WorkflowDrafted | None = None
    compiled: WorkflowCompiled | None = None
    for event in board.read(stream=streams.recording(recording)):
        payload = current(event)
        if payload is not None and event.type == StepCardCompiled.type:
            cards[payload["index"]] = StepCardCompiled.model_validate(payload)
        elif payload is not None and event.type == WorkflowDrafted.type:
            drafted = WorkflowDrafted.model_validate(payload)
        elif payload is not None and event.type == WorkflowCompiled.type:
            compiled = WorkflowCompiled.model_validate(payload)
    if compiled is None:
        raise NotFound(f"no workflow was made of the recording {recording!r}")
    indexes = [step["index"] for step in compiled.workflow["plan"]["steps"]]
    kept = [cards[index] for index in indexes if index in cards]
    folder = folder_of(workflows, recording)
    edits = keep_edits(board, recording, folder)
    workflow = board.row("workflows", recording)["workflow"]
    written = write_folder(folder, list(compiled_files(kept, drafted, workflow)))
    return Reflected(
        recording, len(indexes), len(kept), 0, len(kept), folder, workflow,
        put_aside=written.put_aside, edits=edits,
    )  # fmt: skip
