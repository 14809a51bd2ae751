"""Read `workflow.yaml`: the workflow that it says, or everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any, NamedTuple

from pydantic import ValidationError

from blackboard.errors import BoardError
from lessonboard.parts.recordings.workflow_file import addresses, checks, wording
from lessonboard.parts.recordings.workflow_file.document import (
    Json,
    document,
    steps_of,
    workflow_of,
)
from lessonboard.parts.recordings.workflow_file.shape import FORMAT, WorkflowShape
from lessonboard.parts.recordings.workflow_file.yaml_text import block
from lessonboard.parts.recordings.workflow_file.yaml_tree import Mark, Problem, Tree, parse

NAME, SCHEMA = "workflow.yaml", "workflow.schema.json"
_PLAIN = re.compile(r"[\w.-]{1,100}", re.ASCII)
_GROUPS = ("parameters", "start", "steps", "subtasks", "outcome")
"""Keys with an empty line before them."""


class BadWorkflowFile(BoardError):
    """A workflow file cannot be used; `problems` says where and why."""

    def __init__(self, path: FilePath, problems: Iterable[Problem]) -> None:
        self.path, self.problems = path, sorted(problems)
        errors = f"{len(self.problems)} error{'s' if len(self.problems) != 1 else ''}"
        super().__init__(
            f"{path} has {errors}, and nothing was done; the first: {self.problems[0]}"
        )

    @property
    def lines(self) -> list[str]:
        """Each problem as FILE:LINE:COLUMN: TEXT."""
        return [f"{self.path}:{problem}" for problem in self.problems]


class Context(NamedTuple):
    """What a file is read beside.

    Attributes:
        base: the workflow that the file was written from; empty where there is none.
        earlier: other workflows of the recording, whose steps may come back.
        hosts: further hosts that the file may name.
    """

    base: Mapping[str, Any] = {}
    earlier: tuple[Mapping[str, Any], ...] = ()
    hosts: frozenset[str] = frozenset()


_ALONE = Context()


def written(workflow: Mapping[str, Any]) -> str:
    """A workflow as the text of its file."""
    found = document(workflow)
    parts = [
        f"# yaml-language-server: $schema={SCHEMA}\n"
        f"# Edit this file and run it: {_command(found.get('recording'))}\n"
    ]
    for key, value in found.items():
        parts += ["\n"] if key in _GROUPS else []
        parts.append(block({key: value}))
    return "".join(parts)


def read(text: str, context: Context = _ALONE) -> tuple[Json | None, list[Problem]]:
    """The workflow of a file, or what is wrong with the file.

    Args:
        text: the content of the file.
        context: what it is read beside.
    """
    tree = parse(text.removeprefix("\ufeff"))
    if tree.problems or not isinstance(tree.value, dict):
        empty = Problem(Mark(1, 1), "this is no workflow: it must begin with keys such as `title:`")
        return None, sorted(tree.problems) or [empty]
    newer = _format(tree)
    if newer is not None:
        return None, [newer]
    value = wording.as_input(tree.value)
    shape, problems = _shape(value, tree)
    problems += [Problem(tree.mark(path), text) for path, text in
                 checks.faults(value, _known(context))]  # fmt: skip
    if shape is None or problems:
        return None, sorted(set(problems))
    return workflow_of(shape, context.base, _steps(context)), []


def _format(tree: Tree) -> Problem | None:
    """That the file has a form that this program does not know."""
    given = str(tree.value.get("format"))
    if given == str(FORMAT) or "format" not in tree.value:
        return None
    newer = given.isdecimal() and int(given) > FORMAT
    advice = "install a newer lessonboard" if newer else "reflect on the recording again"
    text = f"the file has the format {wording.shown(given)}, and format {FORMAT} is read: {advice}"
    return Problem(tree.mark(("format",)), text)


def _shape(value: Json, tree: Tree) -> tuple[WorkflowShape | None, list[Problem]]:
    try:
        return WorkflowShape.model_validate(value), []
    except ValidationError as error:
        return None, list(wording.problems(error, tree))


def _known(context: Context) -> checks.Known:
    if not context.base:
        return checks.Known()
    hosts = frozenset().union(*map(addresses.hosts, (context.base, *context.earlier)))
    recording = str(context.base.get("session_id") or "")
    return checks.Known(recording, frozenset(_steps(context)), hosts | context.hosts)


def _steps(context: Context) -> dict[int, Json]:
    return {step["index"]: step for workflow in (*context.earlier, context.base)
            for step in steps_of(workflow)}  # fmt: skip


def _command(recording: object) -> str:
    """How the workflow is run; a comment can hold a plain id, and nothing else."""
    id_ = recording if isinstance(recording, str) and _PLAIN.fullmatch(recording) else "ID"
    return f"lessonboard recording run {id_}"
