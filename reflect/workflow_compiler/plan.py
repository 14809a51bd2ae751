"""Assemble the workflow from step cards and draft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from blackboard.events.recording import StepCardCompiled
from blackboard.sources.gui_recording import Recording
from reflect.workflow_compiler.draft import WorkflowDraft
from reflect.workflow_compiler.preconditions import preconditions
from reflect.workflow_compiler.template import escape


def assemble(
    recording: Recording, draft: WorkflowDraft, cards: Sequence[StepCardCompiled]
) -> dict[str, Any]:
    """The workflow of a draft that passed its checks.

    The `action_value` of a plan step is a template (`template.render`); all else is the card.
    """
    templates = {value.index: value.action_value for value in draft.step_values}
    subtasks = {index: n for n, subtask in enumerate(draft.subtasks) for index in subtask.steps}
    return {
        "session_id": recording.id,
        "task_name": recording.name,
        "task_description_user": recording.description,
        **draft.model_dump(exclude={"step_values"}),
        "preconditions": preconditions(recording),
        "plan": {
            "steps": [
                {
                    **card.model_dump(exclude={"recording"}),
                    "action_value": templates.get(
                        card.index, card.action_value and escape(card.action_value)
                    ),
                    "subtask": subtasks[card.index],
                }
                for card in cards
            ]
        },
    }
