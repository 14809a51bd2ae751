"""The draft of a workflow: the output of pass B before its checks."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


def _without_default(schema: dict[str, Any]) -> None:
    """Remove the default: strict servers require every field."""
    schema.pop("default", None)


class _DraftModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


Kind = Literal["text", "choice", "row", "file", "secret", "date", "number"]
"""What a parameter's value is: typed text, an option, what a row says, a file's path, ..."""


class Parameter(_DraftModel):
    """A value that may differ between runs; a sensitive one has no example."""

    name: str
    description: str
    example: str = Field(default="", json_schema_extra=_without_default)
    sensitive: bool = Field(default=False, json_schema_extra=_without_default)
    kind: Kind = Field(default="text", json_schema_extra=_without_default)


class Subtask(_DraftModel):
    """Steps that belong together, by index."""

    title: str
    description: str
    steps: list[int]
    expected_outcome: str


class StepValue(_DraftModel):
    """A step's value as a template."""

    index: int
    action_value: str


class WorkflowDraft(_DraftModel):
    """What a workflow adds to its cards; steps without a value keep the recorded one."""

    detailed_task_description: str
    task_params: list[Parameter]
    subtasks: list[Subtask]
    success_criteria: str
    step_values: list[StepValue]
