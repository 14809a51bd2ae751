"""List what the recorded pages leave unclear in a workflow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.danger import danger_of

_NEED_A_TARGET = ("CLICK", "HOVER", "UPLOAD", "DRAG", "EXTRACT")


def doubts(cards: Sequence[StepCardCompiled], document: Mapping[str, Any]) -> list[str]:
    """What will stop a run or may do so, one sentence for each step; see `identity.choose`."""
    found = [f"{_weight(card)}step {number}: {reason}" for number, card in enumerate(cards, 1)
             for reason in _of(card)]  # fmt: skip
    unchecked = "the outcome cannot be checked: the last step showed no message and no new page"
    return found if document.get("outcome") else [*found, f"{unchecked}; say one in workflow.yaml"]


def _weight(card: StepCardCompiled) -> str:
    return "not runnable: " if danger_of(card.action_type, card.target, card.action_value) else ""


def _of(card: StepCardCompiled) -> Iterator[str]:
    target = card.target
    if card.action_type not in _NEED_A_TARGET:
        return
    called = target.get("name") or target.get("label") or target.get("text") or ""
    within, alike = target.get("within"), target.get("alike") or 1
    if isinstance(within, Mapping):
        if within.get("cells") and within.get("twins"):
            yield f'nothing in the {within.get("kind") or "row"} of "{called}" is said only there'
    elif target.get("rivals"):
        yield f'{alike} were called "{called}", and nothing beside it shows which one is meant'
