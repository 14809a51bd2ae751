"""Pass B: one question about all steps, in text; an answer that breaks the facts goes back."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from blackboard.context.render import tokens
from blackboard.events.recording import StepCardCompiled
from blackboard.redaction.redact import redact_all
from blackboard.sources.gui_recording import Recording
from reflect.model.model import Model
from reflect.model.thread import Message, ModelError, ModelUnusable
from reflect.prompts import as_data, load, shortened
from reflect.workflow_compiler.checks import faults, places, settled
from reflect.workflow_compiler.draft import WorkflowDraft

_PROMPT = "compile-workflow"
_LONGEST_VALUE = 500
_MOST_TOLD = 12


class DraftRejected(ModelError):
    """A model gave no draft that passes the checks; `draft` is its last one, if there was any."""

    def __init__(self, reason: str, draft: WorkflowDraft | None, faults: list[str]) -> None:
        super().__init__(reason)
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
        DraftRejected: none does, also after the faults were told; or the model failed.
    """
    last: WorkflowDraft | None = None
    wrong: list[str] = []

    def accept(draft: WorkflowDraft) -> None:
        nonlocal last, wrong
        last = settled(draft, cards)
        wrong = [*faults(last, cards), *places(last)]
        if wrong:
            raise ModelUnusable(_told(wrong))

    try:
        model.ask(_thread(recording, cards, model), WorkflowDraft, by(), accept)
    except ModelError as error:
        raise DraftRejected(str(error), last, wrong or [str(error)]) from error
    assert last is not None
    return last


def _thread(recording: Recording, cards: Sequence[StepCardCompiled], model: Model) -> list[Message]:
    task = {"name": recording.name, "description": recording.description}
    listed = "\n".join(_json(_step(card)) for card in cards)
    asked = load(_PROMPT).fill(task=as_data("task", _json(task)), steps=as_data("steps", listed))
    most = model.settings.max_input_tokens
    needed = sum(tokens(each.text) for each in asked)
    if needed > most:
        raise ModelUnusable(
            f"{len(cards)} steps make a question of {needed} tokens, more than the {most} of "
            "[model] max_input_tokens"
        )
    return asked


def _step(card: StepCardCompiled) -> dict[str, object]:
    value = card.action_value
    return {
        "i": card.index,
        "intent": card.intent,
        "action_type": card.action_type,
        "action_value": value if value is None else shortened(value, _LONGEST_VALUE),
        **({"secret": True} if card.sensitive else {}),
    }


def _told(wrong: Sequence[str]) -> str:
    more = len(wrong) - _MOST_TOLD
    return "; ".join([*wrong[:_MOST_TOLD], *([f"and {more} more faults"] if more > 0 else [])])


def _json(value: object) -> str:
    return orjson.dumps(redact_all(value).value).decode()
