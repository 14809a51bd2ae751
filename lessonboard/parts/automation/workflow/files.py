"""Load a workflow: the built-in one, or a file of the user's."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from lessonboard.parts.automation.workflow.parse import parse, read
from lessonboard.parts.automation.workflow.step import Workflow

DEFAULT = "default"
"""The name of the built-in workflow."""


def load(name: str = DEFAULT) -> Workflow:
    """The workflow of that name: `default`, or the path of a file.

    Raises:
        WorkflowInvalid: the file has errors.
        BoardError: the file cannot be read.
    """
    if name == DEFAULT:
        folder = files("lessonboard.parts.automation").joinpath("workflows")
        text = folder.joinpath("default.md").read_text(encoding="utf-8")
        return parse(text, DEFAULT)
    return read(Path(name).expanduser().absolute())
