"""Pass A for a recording: cards are stored as they arrive, and known ones are reused."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from blackboard import Board
from blackboard.event import Event
from blackboard.events import streams
from blackboard.events.recording import RecordingImported, StepCardCompiled
from blackboard.events.upcast import current
from lessonboard.parts.recordings.compiler import asking
from lessonboard.parts.recordings.compiler.card import card_event
from lessonboard.parts.recordings.compiler.card_by_model import PROMPT, card_by_model, made_from
from lessonboard.parts.recordings.compiler.card_by_rules import card_by_rules
from lessonboard.parts.recordings.compiler.given_up import GivenUp
from lessonboard.parts.recordings.compiler.seen import RecordedStep
from lessonboard.parts.recordings.sources import Recording
from reflect.model.account import remembered
from reflect.model.model import Model
from reflect.model.thread import ModelUnusable
from reflect.prompts import load


class Failure(NamedTuple):
    """A failed step by its index, or the failed workflow with None."""

    step: int | None
    reason: str


class Cards(NamedTuple):
    """The cards of a recording in order, without those of failed steps.

    `given_up` says why the model is asked nothing more in this run, if it is not.
    """

    cards: list[StepCardCompiled]
    reused: int = 0
    calls: int = 0
    failed: tuple[Failure, ...] = ()
    given_up: str = ""


class _Known:
    """The cards on the board: the newest per step, and all by their input hash."""

    def __init__(self, board: Board, recording: Recording, project: str | None) -> None:
        self._board = board
        self._recording = recording
        self._project = project
        self._newest: dict[int, tuple[str, str]] = {}
        self.by_hash: dict[str, StepCardCompiled] = {}
        stream = streams.recording(recording.id)
        types = [RecordingImported.type, StepCardCompiled.type]
        for event in board.read(stream=stream, types=types):
            self._index(event)

    def _index(self, event: Event) -> None:
        payload = current(event)
        if payload is not None and event.type == RecordingImported.type:
            for index in payload.get("gone", ()):  # a step that returns gets a new event
                self._newest[index] = (event.id, "")
        elif payload is not None:
            card = StepCardCompiled.model_validate(payload)
            self._newest[card.index] = (event.id, card.made_from_sha256)
            self.by_hash[card.made_from_sha256] = card

    def keep(self, cards: Iterable[StepCardCompiled]) -> None:
        """Append the cards that are not already the newest of their steps."""
        events = []
        for card in cards:
            before, hash_ = self._newest.get(card.index, ("", ""))
            if hash_ != card.made_from_sha256:
                events.append(card_event(card, self._recording.id, self._project, before))
        for event in self._board.append(events) if events else ():
            self._index(event)


def compile_cards(
    board: Board,
    recording: Recording,
    steps: Sequence[RecordedStep],
    model: Model | None,
    project: str | None,
    report: Callable[[int], None],
    given_up: GivenUp,
) -> Cards:
    """A card per step: a known one, else by the model, else by rules.

    Args:
        board: the board with known cards.
        recording: as read from its folder.
        steps: its steps (`seen.moments`).
        model: asked for unknown cards; None uses rules.
        project: the recording's project.
        report: called with the number of steps done since the last call.
        given_up: the questions that the model has failed, for which rules are used.
    """
    known = _Known(board, recording, project)
    hashes = {moment.step.index: made_from(recording, moment) for moment in steps}
    use_rules: Container[str] = set(hashes.values()) if model is None else given_up
    ready, missing = _without_asking(known, recording, steps, hashes, use_rules)
    reused = sum(card.made_from_sha256 in known.by_hash for card in ready.values())
    known.keep(ready.values())
    report(len(ready))
    replies = _Replies([], {}, 0)
    if model is not None and missing:
        replies = _ask(board, known, recording, missing, model, report)
        given_up.remember(load(PROMPT).purpose, replies.unusable, project)
        by_rules = {moment.step.index: card_by_rules(recording, moment)
                    for question in replies.unusable for moment in missing[question]}  # fmt: skip
        known.keep(by_rules.values())
        ready |= by_rules
    cards = [
        card.model_copy(update={"index": moment.step.index})
        for moment in steps
        if (card := ready.get(moment.step.index) or known.by_hash.get(hashes[moment.step.index]))
    ]
    return Cards(
        cards, reused, replies.calls, tuple(replies.failed), given_up.for_most_of(hashes.values())
    )


def _without_asking(
    known: _Known,
    recording: Recording,
    steps: Sequence[RecordedStep],
    hashes: Mapping[int, str],
    use_rules: Container[str],
) -> tuple[dict[int, StepCardCompiled], dict[str, list[RecordedStep]]]:
    """The cards that are known or made by rules, and the steps to ask about by hash."""
    ready: dict[int, StepCardCompiled] = {}
    missing: dict[str, list[RecordedStep]] = {}
    for moment in steps:
        index = moment.step.index
        card = known.by_hash.get(hashes[index])
        if card is not None:
            ready[index] = card.model_copy(update={"index": index})
        elif hashes[index] in use_rules:
            ready[index] = card_by_rules(recording, moment)
        else:
            missing.setdefault(hashes[index], []).append(moment)
    return ready, missing


class _Replies(NamedTuple):
    """The results of asking: failures, the questions without a usable answer, and the calls."""

    failed: list[Failure]
    unusable: dict[str, str]
    calls: int


def _ask(
    board: Board,
    known: _Known,
    recording: Recording,
    missing: Mapping[str, list[RecordedStep]],
    model: Model,
    report: Callable[[int], None],
) -> _Replies:
    """Ask for the missing cards; steps with an identical question are asked once."""
    failed: list[Failure] = []
    unusable: dict[str, str] = {}
    calls = 0
    asked = asking.ask_all(
        missing,
        lambda key: card_by_model(recording, missing[key][0], model),
        asking.width(model.settings),
        is_proven=model.proven is not None,
    )
    try:
        for reply in asked:
            indexes = [moment.step.index for moment in missing[reply.key]]
            with board.transaction():  # the answer and its cost, atomically
                calls += remembered(board, model)
                if reply.answer is not None:
                    known.keep(reply.answer.model_copy(update={"index": n}) for n in indexes)
            if isinstance(reply.failure, ModelUnusable):
                unusable[reply.key] = str(reply.failure)
            elif reply.failure:
                failed += [Failure(n, str(reply.failure)) for n in indexes]
            report(len(indexes))
    finally:
        asked.close()
        calls += remembered(board, model)
    return _Replies(sorted(failed), unusable, calls)
