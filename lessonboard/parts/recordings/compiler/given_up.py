"""What a model is not asked again: it gave no usable answer, and rules answered in its place."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from blackboard import Board
from blackboard.events import streams
from blackboard.events.payload import new
from blackboard.events.recording import ModelDismissed
from blackboard.events.upcast import current
from lessonboard.parts.recordings.compiler.card import ACTOR
from reflect.model.model import Model


class GivenUp:
    """The questions about a recording that a model has failed; another model is asked them.

    Args:
        board: remembers them.
        recording: the recording's id.
        model: the model, or None where rules are asked for.
    """

    def __init__(self, board: Board, recording: str, model: Model | None) -> None:
        self._board, self._recording, self._model = board, recording, model
        self._questions: dict[str, str] = {}
        types = [ModelDismissed.type] if model else []
        for event in board.read(stream=streams.recording(recording), types=types) if types else ():
            payload = current(event)
            if payload is not None and self._is_of_this_model(payload):
                reason = payload.get("reason", "")
                self._questions |= dict.fromkeys(payload["questions"], reason)

    def __contains__(self, question: object) -> bool:
        return question in self._questions

    def for_most_of(self, questions: Collection[str]) -> str:
        """Why a model that failed more than half of some questions is asked nothing more, or ""."""
        failed = [question for question in questions if question in self]
        return self._questions[failed[0]] if 2 * len(failed) > len(questions) else ""

    def remember(self, prompt: str, questions: Mapping[str, str], project: str | None) -> None:
        """Stop asking these, in this run and later ones; each comes with its reason."""
        if self._model is None or not questions:
            return
        payload = ModelDismissed(
            recording=self._recording,
            model=self._model.name,
            endpoint=self._model.settings.address,
            prompt=prompt,
            questions=sorted(questions),
            reason=next(iter(questions.values())),
        )
        self._questions |= dict.fromkeys(questions, payload.reason)
        self._board.append([new(payload, project=project, actor=ACTOR)])

    def _is_of_this_model(self, payload: Mapping[str, object]) -> bool:
        model = self._model
        named = (payload["model"], payload.get("endpoint", ""))
        return model is not None and named == (model.name, model.settings.address)
