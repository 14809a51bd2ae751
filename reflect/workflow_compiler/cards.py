"""Pass A for a whole recording: cards are kept as they come, and none is asked for twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from blackboard import Board
from blackboard.event import Event
from blackboard.events import streams
from blackboard.events.recording import RecordingImported, StepCardCompiled
from blackboard.events.upcast import current
from blackboard.sources.gui_recording import Recording
from reflect.model.account import remembered
from reflect.model.model import Model
from reflect.workflow_compiler import asking
from reflect.workflow_compiler.card import told
from reflect.workflow_compiler.card_by_model import card_by_model, made_from
from reflect.workflow_compiler.card_by_rules import card_by_rules
from reflect.workflow_compiler.seen import RecordedStep


class Failure(NamedTuple):
    """What could not be done; `step` is its index, None where it is the workflow."""

    step: int | None
    reason: str


class Cards(NamedTuple):
    """The cards of a recording in order; those of failed steps are missing."""

    cards: list[StepCardCompiled]
    reused: int = 0
    calls: int = 0
    failed: tuple[Failure, ...] = ()


class _Known:
    """The cards on the board: the newest of each step, and by what they were made from."""

    def __init__(self, board: Board, recording: Recording, project: str | None) -> None:
        self._board = board
        self._recording = recording
        self._project = project
        self._newest: dict[int, tuple[str, str]] = {}
        self.by_hash: dict[str, StepCardCompiled] = {}
        stream = streams.recording(recording.id)
        types = [RecordingImported.type, StepCardCompiled.type]
        for event in board.read(stream=stream, types=types):
            self._learn(event)

    def _learn(self, event: Event) -> None:
        payload = current(event)
        if payload is not None and event.type == RecordingImported.type:
            for index in payload.get("gone", ()):  # a step that comes back is told anew
                self._newest[index] = (event.id, "")
        elif payload is not None:
            card = StepCardCompiled.model_validate(payload)
            self._newest[card.index] = (event.id, card.made_from_sha256)
            self.by_hash[card.made_from_sha256] = card

    def keep(self, cards: Iterable[StepCardCompiled]) -> None:
        """Put the cards on the board that are not the newest of their steps already."""
        events = []
        for card in cards:
            before, hash_ = self._newest.get(card.index, ("", ""))
            if hash_ != card.made_from_sha256:
                events.append(told(card, self._recording.id, self._project, before))
        for event in self._board.append(events) if events else ():
            self._learn(event)


def compile_cards(
    board: Board,
    recording: Recording,
    steps: Sequence[RecordedStep],
    model: Model | None,
    project: str | None,
    report: Callable[[int], None],
) -> Cards:
    """A card for each step: one that is known, else by a model, or by rules without one.

    Args:
        board: where cards are kept.
        recording: as read from its folder.
        steps: its steps (`seen.moments`).
        model: is asked for what is not known; None asks nobody.
        project: to which the recording belongs.
        report: is called with how many steps were done since the last call.
    """
    known = _Known(board, recording, project)
    wanted = {moment.step.index: made_from(recording, moment) for moment in steps}
    ready, missing = _without_asking(known, recording, steps, wanted, use_rules=model is None)
    reused = sum(card.made_from_sha256 in known.by_hash for card in ready.values())
    known.keep(ready.values())
    report(len(ready))
    failed: list[Failure] = []
    calls = 0
    if model is not None and missing:
        failed, calls = _ask(board, known, recording, missing, model, report)
    cards = [
        card.model_copy(update={"index": moment.step.index})
        for moment in steps
        if (card := ready.get(moment.step.index) or known.by_hash.get(wanted[moment.step.index]))
    ]
    return Cards(cards, reused, calls, tuple(failed))


def _without_asking(
    known: _Known,
    recording: Recording,
    steps: Sequence[RecordedStep],
    wanted: Mapping[int, str],
    *,
    use_rules: bool,
) -> tuple[dict[int, StepCardCompiled], dict[str, list[RecordedStep]]]:
    """The cards that are known or made by rules, and the steps to ask about, by their hash."""
    ready: dict[int, StepCardCompiled] = {}
    missing: dict[str, list[RecordedStep]] = {}
    for moment in steps:
        index = moment.step.index
        card = known.by_hash.get(wanted[index])
        if card is not None:
            ready[index] = card.model_copy(update={"index": index})
        elif use_rules:
            ready[index] = card_by_rules(recording, moment)
        else:
            missing.setdefault(wanted[index], []).append(moment)
    return ready, missing


def _ask(
    board: Board,
    known: _Known,
    recording: Recording,
    missing: Mapping[str, list[RecordedStep]],
    model: Model,
    report: Callable[[int], None],
) -> tuple[list[Failure], int]:
    """Ask about what is missing; steps that are alike in all that is asked are one question."""
    failed: list[Failure] = []
    calls = 0
    asked = asking.ask_all(
        missing,
        lambda key: card_by_model(recording, missing[key][0], model),
        asking.width(model.settings),
    )
    try:
        for done in asked:
            indexes = [moment.step.index for moment in missing[done.key]]
            with board.transaction():  # an answer and what it took, together
                calls += remembered(board, model)
                if done.answer is not None:
                    known.keep(done.answer.model_copy(update={"index": n}) for n in indexes)
            failed += [Failure(n, str(done.failure)) for n in indexes if done.failure]
            report(len(indexes))
    finally:
        asked.close()
        calls += remembered(board, model)
    return sorted(failed), calls
