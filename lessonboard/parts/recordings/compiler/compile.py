"""Compile a recording: a card per step, the workflow of the cards, and its file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from blackboard import Board
from blackboard.atomic_file import write
from blackboard.events import streams
from blackboard.events.recording import RecordingImported, StepCardCompiled, WorkflowCompiled
from blackboard.events.upcast import current
from lessonboard.parts.recordings.compiler.card import ACTOR, BY, card_event, card_of, digest
from lessonboard.parts.recordings.compiler.document import document_of
from lessonboard.parts.recordings.compiler.doubts import doubts
from lessonboard.parts.recordings.compiler.seen import moments
from lessonboard.parts.recordings.sources import Recording
from lessonboard.parts.recordings.workflow.file import changed, folder_of, project
from lessonboard.parts.recordings.workflow.read import NAME, read, written

CARDS = "step_cards.json"


@dataclass(frozen=True)
class Compiled:
    """What became of a recording.

    `document` is its workflow, and what may stop a run of it are `doubts`. `waiting` is the file
    with it where another one is in force, until a person accepts it.
    """

    session: str
    steps: int
    new_cards: int
    file: Path
    document: dict[str, Any]
    doubts: Sequence[str] = ()
    waiting: Path | None = None


def compile_recording(
    board: Board, recording: Recording, workflows: Path, project_: str | None = None
) -> Compiled:
    """Compile the cards and the workflow of a recording, and write its folder.

    Cards and workflow are recorded where they are not the newest already. A workflow in force stays
    so until a person accepts what is compiled: that is in its file, or beside it if a person edited
    either.

    Raises:
        CannotWrite: the folder cannot be written; the events are kept.
    """
    steps = moments(recording)
    cards = [card_of(moment, recording.id, recording.cards.get(moment.step.index))
             for moment in steps]  # fmt: skip
    made = document_of(recording, steps, cards)
    document = read(written(made))[0]
    with board.transaction():
        new, is_new = _record(board, cards, document, project_)
    folder, waiting = folder_of(recording.id, workflows), None
    row = board.row("workflows", recording.id)
    if is_untouched := changed(board, row) is None:
        project(row, folder)
    if is_new and row["workflow"] != document:
        is_plain = is_untouched and row["edited_by"] is None
        waiting = folder / (NAME if is_plain else f"{NAME}.new")
        write(waiting, written(document).encode())
    listed = [card.model_dump(exclude={"recording"}) for card in cards]
    write(folder / CARDS, orjson.dumps(listed, option=orjson.OPT_INDENT_2) + b"\n")
    return Compiled(
        recording.id, len(cards), new, folder / NAME, document, doubts(cards, document), waiting
    )


def _record(
    board: Board, cards: Sequence[StepCardCompiled], document: dict[str, Any], project: str | None
) -> tuple[int, bool]:
    """Append what is not the newest; how many cards that were, and whether the workflow is new."""
    newest: dict[object, tuple[str, str]] = {}
    types = [RecordingImported.type, StepCardCompiled.type, WorkflowCompiled.type]
    for event in board.read(stream=streams.recording(document["recording"]), types=types):
        payload = current(event)
        if payload is None:
            continue
        if event.type == RecordingImported.type:  # what comes back gets a new event
            gone = [*payload.get("gone", ()), WorkflowCompiled.type]
            newest |= dict.fromkeys(gone, (event.id, ""))
        else:
            newest[payload.get("index", event.type)] = (event.id, payload["made_from_sha256"])
    events = [card_event(card, project, newest.get(card.index, ("", ""))[0]) for card in cards
              if newest.get(card.index, ("", ""))[1] != card.made_from_sha256]  # fmt: skip
    board.append(events)
    before, hash_ = newest.get(WorkflowCompiled.type, ("", ""))
    made_from = digest(document)
    if hash_ != made_from:
        payload_ = WorkflowCompiled(recording=document["recording"], workflow=document, made_by=BY,
                                    made_from_sha256=made_from)  # fmt: skip
        board.record(payload_, actor=ACTOR, project=project,
                     key=f"{payload_.type}:{made_from}:{before}")  # fmt: skip
    return len(events), hash_ != made_from
