"""The draft of a workflow: all that pass B says, before it is held against the recording."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


def _without_default(schema: dict[str, Any]) -> None:
    """Strict servers take no defaults: there the field is asked for."""
    schema.pop("default", None)


class _Said(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Parameter(_Said):
    """A value that another run may change; a sensitive one has no example."""

    name: str
    description: str
    example: str = Field(default="", json_schema_extra=_without_default)
    sensitive: bool = Field(default=False, json_schema_extra=_without_default)


class Subtask(_Said):
    """Steps that belong together, by their indexes."""

    title: str
    description: str
    steps: list[int]
    expected_outcome: str


class StepValue(_Said):
    """The value of a step as a template."""

    index: int
    action_value: str


class WorkflowDraft(_Said):
    """What a workflow adds to its step cards; steps without a value keep what was recorded."""

    detailed_task_description: str
    task_params: list[Parameter]
    subtasks: list[Subtask]
    success_criteria: str
    step_values: list[StepValue]
