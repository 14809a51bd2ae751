"""Assemble the workflow from step cards and draft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from blackboard.events.recording import StepCardCompiled
from lessonboard.parts.recordings.compiler.binding import Bound, after, bind, with_parameters
from lessonboard.parts.recordings.compiler.danger import danger_of
from lessonboard.parts.recordings.compiler.draft import WorkflowDraft
from lessonboard.parts.recordings.compiler.loops import without_repeats
from lessonboard.parts.recordings.compiler.outcome import outcome_of
from lessonboard.parts.recordings.compiler.parameters import generalised
from lessonboard.parts.recordings.compiler.preconditions import preconditions
from lessonboard.parts.recordings.compiler.seen import RecordedStep
from lessonboard.parts.recordings.compiler.template import escape
from lessonboard.parts.recordings.sources import Recording

FORMAT = 2
"""The format of a workflow; one of an earlier format must be reflected again."""


def assemble(
    recording: Recording,
    draft: WorkflowDraft,
    moments: Sequence[RecordedStep],
    cards: Sequence[StepCardCompiled],
) -> dict[str, Any]:
    """The workflow of a draft that passed its checks; every text of a step is a template."""
    templates = {value.index: value.action_value for value in draft.step_values}
    subtasks = {index: n for n, subtask in enumerate(draft.subtasks) for index in subtask.steps}
    bound = bind(draft.task_params, templates, cards)
    examples = [(param.name, param.example) for param in bound.params if not param.sensitive]
    found = outcome_of(recording, moments, cards)
    texts = draft.model_dump(include={"detailed_task_description", "subtasks", "success_criteria"})
    workflow = {
        "format": FORMAT,
        "session_id": recording.id,
        "task_name": recording.name,
        "task_description_user": recording.description,
        **with_parameters(texts, bound),
        "task_params": [param.model_dump() for param in bound.params],
        "start": next((url for card in cards if (url := card.target.get("url"))), ""),
        "preconditions": preconditions(recording),
        "outcome": {name: generalised(text, examples) for name, text in found.items()},
        "plan": {
            "steps": [
                {**_step(bound, card, ticks), "subtask": subtasks[card.index]}
                for card, ticks in zip(cards, _ticks(cards), strict=True)
            ]
        },
    }
    return without_repeats(workflow)


def _ticks(cards: Sequence[StepCardCompiled]) -> Iterator[int]:
    """For each step, how many boxes in rows the steps before it ticked."""
    ticks = 0
    for card in cards:
        yield ticks
        ticks += card.target.get("role") == "checkbox" and "within" in card.target


def _step(bound: Bound, card: StepCardCompiled, ticks: int) -> dict[str, Any]:
    """A step of the plan.

    An irreversible step keeps how many boxes were ticked, if the steps before ticked just
    these: a button such as "Delete selected" acts on all of them.
    """
    target, danger = bound.target(card), danger_of(card.action_type, card.target)
    if not (danger and ticks and card.target.get("ticked") == ticks):
        target.pop("ticked", None)
    place = str(target.pop("url", ""))
    value = bound.values.get(card.index, card.action_value and escape(card.action_value))
    return {
        "index": card.index,
        "action_type": card.action_type,
        "action_value": value,
        "intent": after(bound, card, card.intent),
        "expected_current_state": bound.texts(card.index, card.expected_current_state),
        "target": target,
        "before": {"place": place} if place else {},
        "after": after(bound, card, card.after),
        "post_action": after(bound, card, card.post_action),
        "danger": danger,
        "sensitive": card.sensitive,
        "made_by": card.made_by,
        "made_from_sha256": card.made_from_sha256,
    }
