"""Pass B for a recording: draft, checks and workflow, each stored as an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.events import streams
from blackboard.events.payload import PayloadModel
from blackboard.events.recording import (
    RecordingImported,
    StepCardCompiled,
    WorkflowCompiled,
    WorkflowDrafted,
)
from blackboard.events.upcast import current
from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.compiler import draft_by_model, draft_by_rules
from lessonboard.parts.recordings.compiler.card import ACTOR, digest
from lessonboard.parts.recordings.compiler.checks import faults
from lessonboard.parts.recordings.compiler.draft import WorkflowDraft
from lessonboard.parts.recordings.compiler.given_up import GivenUp
from lessonboard.parts.recordings.compiler.plan import FORMAT, assemble
from lessonboard.parts.recordings.compiler.seen import RecordedStep
from lessonboard.parts.recordings.sources import Recording
from reflect.model.account import remembered
from reflect.model.model import Model


class Compiled(NamedTuple):
    """A workflow with its draft, or the reason for its failure.

    `given_up` says why rules drafted it in place of the model.
    """

    workflow: dict[str, Any] | None
    draft: WorkflowDrafted | None
    calls: int = 0
    failure: str = ""
    given_up: str = ""


class _Source(NamedTuple):
    """What a workflow is made of, and by whom its draft was written."""

    recording: Recording
    steps: Sequence[RecordedStep]
    cards: Sequence[StepCardCompiled]
    by: str


class _Known:
    """The drafts and workflows on the board, by their input hash."""

    def __init__(self, board: Board, recording: str) -> None:
        self.drafts: dict[str, WorkflowDrafted] = {}
        self.workflows: dict[str, WorkflowCompiled] = {}
        self.newest: dict[str, tuple[str, str]] = {}
        types = [RecordingImported.type, WorkflowDrafted.type, WorkflowCompiled.type]
        for event in board.read(stream=streams.recording(recording), types=types):
            payload = current(event)
            if payload is None:
                continue
            if event.type == RecordingImported.type:  # a new import needs new events
                self.newest = dict.fromkeys(types[1:], (event.id, ""))
                continue
            self.newest[event.type] = (event.id, payload["made_from_sha256"])
            if event.type == WorkflowDrafted.type:
                drafted = WorkflowDrafted.model_validate(payload)
                self.drafts[drafted.made_from_sha256] = drafted
            else:
                compiled = WorkflowCompiled.model_validate(payload)
                self.workflows[compiled.made_from_sha256] = compiled


def compile_workflow(
    board: Board,
    recording: Recording,
    steps: Sequence[RecordedStep],
    cards: Sequence[StepCardCompiled],
    model: Model | None,
    project: str | None,
    given_up: GivenUp,
) -> Compiled:
    """The workflow of these cards: a known one, else from a known draft, else from a new one.

    Args:
        board: the board with known drafts and workflows.
        recording: as read from its folder.
        steps: its steps, one for each card.
        cards: the cards in order.
        model: asked for a draft; None uses rules.
        project: the recording's project.
        given_up: the drafts that the model has failed to give, for which rules are used.
    """
    known = _Known(board, recording.id)
    asked = _made_from(draft_by_model.by(), recording, steps, cards)
    if model is not None and asked in given_up:
        by_rules = compile_workflow(board, recording, steps, cards, None, project, given_up)
        return by_rules._replace(given_up=given_up.for_most_of([asked]))
    keys = {by: _made_from(by, recording, steps, cards) for by in _makers(model)}
    for by, key in keys.items():
        drafted = known.drafts.get(key)
        if drafted is not None and not drafted.faults:
            workflow = _Source(recording, steps, cards, by)
            return _kept(board, known, workflow, drafted, project, 0)
    by, key = list(keys.items())[-1]
    draft, problems, is_unusable = _drafted(recording, steps, cards, model)
    plain = redact_all(draft.model_dump()).value if draft else {}
    drafted = WorkflowDrafted(
        recording=recording.id, draft=plain, faults=problems, made_by=by, made_from_sha256=key
    )
    with board.transaction():  # the draft and its cost, atomically
        calls = remembered(board, model)
        if draft is not None:
            _record(board, known, project, drafted)
    if is_unusable:
        given_up.remember(by, {key: "; ".join(problems)}, project)
        again = compile_workflow(board, recording, steps, cards, model, project, given_up)
        return again._replace(calls=calls)
    if problems:
        return Compiled(None, drafted if draft else None, calls, "; ".join(problems))
    workflow = _Source(recording, steps, cards, by)
    return _kept(board, known, workflow, drafted, project, calls)


def _makers(model: Model | None) -> tuple[str, ...]:
    """The acceptable authors of a draft, the one to ask last: without a model, either will do."""
    asked = draft_by_model.by()
    return (asked,) if model is not None else (asked, draft_by_rules.BY)


def _drafted(
    recording: Recording,
    steps: Sequence[RecordedStep],
    cards: Sequence[StepCardCompiled],
    model: Model | None,
) -> tuple[WorkflowDraft | None, list[str], bool]:
    """A draft, its problems, and whether it is the model's answers that are not usable."""
    if model is None:
        draft = draft_by_rules.draft_by_rules(recording, steps, cards)
        return draft, faults(draft, cards), False
    try:
        return draft_by_model.draft_by_model(recording, cards, model), [], False
    except draft_by_model.DraftRejected as error:
        return error.draft, error.faults, error.is_unusable


def _kept(
    board: Board,
    known: _Known,
    source: _Source,
    drafted: WorkflowDrafted,
    project: str | None,
    calls: int,
) -> Compiled:
    """Append the sound draft and its workflow as the newest, and return them."""
    key = drafted.made_from_sha256
    compiled = known.workflows.get(key)
    if compiled is None:
        draft = WorkflowDraft.model_validate(drafted.draft)
        compiled = WorkflowCompiled(
            recording=source.recording.id,
            workflow=assemble(source.recording, draft, source.steps, source.cards),
            made_by=source.by,
            made_from_sha256=key,
        )
    _record(board, known, project, drafted)
    _record(board, known, project, compiled)
    return Compiled(compiled.workflow, drafted, calls)


def _record(
    board: Board,
    known: _Known,
    project: str | None,
    payload: WorkflowDrafted | WorkflowCompiled,
) -> None:
    """Record it, unless it is the newest of its type already."""
    before, hash_ = known.newest.get(payload.type, ("", ""))
    key = payload.made_from_sha256
    if hash_ == key and not _was_faulty(known, payload):
        return
    id_key = f"{payload.type}:{key}:{before}"
    for event in board.record(payload, actor=ACTOR, project=project, key=id_key):
        known.newest[event.type] = (event.id, key)


def _was_faulty(known: _Known, payload: PayloadModel) -> bool:
    if not isinstance(payload, WorkflowDrafted):
        return False
    earlier = known.drafts.get(payload.made_from_sha256)
    return earlier is not None and earlier.faults != payload.faults


def _made_from(
    by: str, recording: Recording, steps: Sequence[RecordedStep], cards: Sequence[StepCardCompiled]
) -> str:
    """The hash of all that a draft is made from; of the pages, what rules read of them."""
    seen = [(moment.before, moment.after) for moment in steps] if by == draft_by_rules.BY else []
    listed = [card.model_dump(exclude={"recording"}) for card in cards]
    ended = recording.end and recording.end.name
    task = [recording.id, recording.name, recording.description, recording.end_details]
    return digest(FORMAT, by, task, listed, seen, ended)
