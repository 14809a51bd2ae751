"""Pass B with a model: one question about all steps; problems are sent back for correction."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from blackboard.delivery.text import tokens
from blackboard.events.recording import StepCardCompiled
from blackboard.redaction.redact import redact_all
from lessonboard.parts.recordings.compiler.checks import faults, places, settled
from lessonboard.parts.recordings.compiler.draft import WorkflowDraft
from lessonboard.parts.recordings.sources import Recording
from reflect.model.model import Model
from reflect.model.thread import Message, ModelError, ModelUnusable
from reflect.prompts import as_data, load, shortened

_PROMPT = "compile-workflow"
_LONGEST_VALUE = 500
_MOST_LISTED = 12


class DraftRejected(ModelError):
    """The model gave no draft that passes the checks; `draft` is its last one, if any.

    `is_unusable` says that it answered, and would answer no better another time.
    """

    def __init__(self, reason: ModelError, draft: WorkflowDraft | None, faults: list[str]) -> None:
        super().__init__(str(reason))
        self.is_unusable = isinstance(reason, ModelUnusable)
        self.draft = draft
        self.faults = faults


def by() -> str:
    """The prompt and its version."""
    return load(_PROMPT).purpose


def draft_by_model(
    recording: Recording, cards: Sequence[StepCardCompiled], model: Model
) -> WorkflowDraft:
    """A draft that passes the checks.

    Raises:
        DraftRejected: none passed even after correction, or the model failed.
    """
    last: WorkflowDraft | None = None
    problems: list[str] = []

    def accept(draft: WorkflowDraft) -> None:
        nonlocal last, problems
        last = settled(draft, cards)
        problems = [*faults(last, cards), *places(last)]
        if problems:
            raise ModelUnusable(_summary(problems))

    try:
        model.ask(_thread(recording, cards, model), WorkflowDraft, by(), accept)
    except ModelError as error:
        raise DraftRejected(error, last, problems or [str(error)]) from error
    assert last is not None
    return last


def _thread(recording: Recording, cards: Sequence[StepCardCompiled], model: Model) -> list[Message]:
    task = {"name": recording.name, "description": recording.description}
    listed = "\n".join(_json(_step(card)) for card in cards)
    question = load(_PROMPT).fill(task=as_data("task", _json(task)), steps=as_data("steps", listed))
    most = model.settings.max_input_tokens
    needed = sum(tokens(message.text) for message in question)
    if needed > most:
        raise ModelError(
            f"{len(cards)} steps make a question of {needed} tokens, more than the {most} of "
            "[model] max_input_tokens"
        )
    return question


def _step(card: StepCardCompiled) -> dict[str, object]:
    value = card.action_value
    return {
        "i": card.index,
        "intent": card.intent,
        "action_type": card.action_type,
        "action_value": value if value is None else shortened(value, _LONGEST_VALUE),
        **({"secret": True} if card.sensitive else {}),
    }


def _summary(problems: Sequence[str]) -> str:
    more = len(problems) - _MOST_LISTED
    return "; ".join([*problems[:_MOST_LISTED], *([f"and {more} more faults"] if more > 0 else [])])


def _json(value: object) -> str:
    return orjson.dumps(redact_all(value).value).decode()
