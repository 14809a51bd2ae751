"""What `workflow.yaml` may hold: every key, its type and its meaning, and the JSON Schema."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from lessonboard.parts.recordings.compiler.draft import Kind

FORMAT = 2
TARGET_KEYS = ("role", "name", "label", "placeholder", "test_id", "text", "css")
"""The long form of a target; any other key is a role, and its value the name."""

ROLES = tuple(
    """alert alertdialog article banner blockquote button caption cell checkbox code columnheader
    combobox complementary contentinfo definition dialog document emphasis feed figure form
    generic grid gridcell group heading img link list listbox listitem log main mark marquee math
    menu menubar menuitem menuitemcheckbox menuitemradio meter navigation note option paragraph
    presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search
    searchbox separator slider spinbutton status strong switch tab table tablist tabpanel term
    textbox timer toolbar tooltip tree treegrid treeitem""".split()
)
"""The roles of ARIA that Playwright finds elements by."""

Do = Literal["click", "type", "scroll", "press", "drag", "hover", "upload", "dialog", "download",
             "check", "extract"]  # fmt: skip
Danger = Literal["delete", "send", "pay", "save", "none"]
Text = Annotated[str, WithJsonSchema({"type": ["string", "number", "boolean", "null"]})]
"""What is written is the text, with or without quotes."""


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class ParameterShape(_Shape):
    """A value that each run gives; the steps refer to it as `{name}`."""

    kind: Kind = Field(default="text", description="What its value is; a secret is asked for.")
    example: Text = Field(default="", description="The recorded value; a secret has none.")
    description: Text = Field(default="", description="What it is for, in a sentence.")
    sensitive: bool | None = Field(
        default=None, description="Hidden everywhere; the default of a secret."
    )


class PageShape(_Shape):
    """What the page must show after a step."""

    page: Text = Field(default="", description="Its address; numbers in it may differ.")
    title: Text = Field(default="", description="Its title.")
    heading: Text = Field(default="", description="A heading on it.")


class InShape(_Shape):
    """The row, list item or card that contains the target, by its texts."""

    row: dict[str, Text] | list[Text] | None = Field(
        default=None, description="A table's row: its cells by column, or as a list."
    )
    item: dict[str, Text] | list[Text] | None = Field(default=None, description="A list's item.")
    card: dict[str, Text] | list[Text] | None = Field(
        default=None, description="A box among its like."
    )
    by: Text | None = Field(
        default=None, description="The column, or the number of the cell, that no other row shares."
    )


_TARGET = {"anyOf": [{"type": "null"}, {
    "type": "object", "additionalProperties": False,
    "properties": {key: {"type": ["string", "number", "boolean", "null"]}
                   for key in (*TARGET_KEYS, *ROLES)},
}]}  # fmt: skip


class StepShape(_Shape):
    """One thing that is done."""

    subtask: int | None = Field(
        default=None,
        description="At its first step, the number of the subtask that begins here.",
        ge=1,
    )
    do: Do = Field(description="What is done.")
    what: Text = Field(default="", description="Why it is done, in a sentence.")
    target: Annotated[dict[str, Text], WithJsonSchema(_TARGET)] = Field(
        default={},
        description="To what: `button: Delete`, or label, placeholder, test_id, text, css.",
    )
    in_: InShape | None = Field(default=None, alias="in", description="In which row, item or card.")
    value: Text | None = Field(
        default=None, description="What is typed, chosen, pressed or expected."
    )
    page: Text | None = Field(
        default=None, description="The address of the page on which it and the next steps are done."
    )
    after: PageShape = Field(default=PageShape(), description="What must show afterwards.")
    danger: Danger | None = Field(
        default=None,
        description="The irreversible effect; the target is checked strictly then. Without it, "
        "the name of the target decides.",
    )
    sensitive: bool = Field(default=False, description="Its value is a secret.")
    id: int | None = Field(
        default=None, description="The recorded step; leave it out of a step that you add.", ge=0
    )


class SubtaskShape(_Shape):
    """Steps that belong together."""

    title: Text = Field(description="What they do.", min_length=1)
    description: Text = Field(default="", description="The same at length.")
    outcome: Text = Field(default="", description="What is so afterwards, for people.")


class OutcomeShape(_Shape):
    """What the last page shows when all went well; nothing means that it is not checked."""

    description: Text = Field(default="", description="The same in words, for people.")
    page: Text = Field(default="", description="Its address; numbers in it may differ.")
    title: Text = Field(default="", description="Its title.")
    heading: Text = Field(default="", description="A heading on it.")
    text: Text = Field(default="", description="A text that it shows.")
    absent: Text = Field(default="", description="A text that it no longer shows.")


class WorkflowShape(_Shape):
    """A recorded task that can be run again with other values."""

    format: Annotated[int, WithJsonSchema({"const": FORMAT})] = Field(
        description="The version of this form."
    )
    recording: Text = Field(default="", description="The recording that it was made from.")
    title: Text = Field(description="What the task is called.", min_length=1)
    purpose: Text = Field(default="", description="What it is for, as said when it was recorded.")
    description: Text = Field(default="", description="What is done, at length.")
    parameters: dict[str, ParameterShape] = Field(default={}, description="The values of each run.")
    start: Text = Field(default="", description="The address at which it begins.")
    preconditions: list[Text] = Field(
        default=[], description="What must be so before, in sentences."
    )
    steps: list[StepShape] = Field(description="What is done, in order.", min_length=1)
    subtasks: list[SubtaskShape] = Field(default=[], description="The parts that the steps form.")
    outcome: OutcomeShape = Field(default=OutcomeShape(), description="How it ends.")


def json_schema() -> dict[str, Any]:
    """The JSON Schema of `workflow.yaml`, for editors."""
    schema = WorkflowShape.model_json_schema(by_alias=True)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
