"""One change of a workflow, as a form asks for it: of a step, of the order, of a parameter.

Each gives a new workflow, which still has to pass the checks of its file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from blackboard.errors import NotFound
from lessonboard.parts.recordings.workflow_file.document import Json, steps_of

Move = Literal["up", "down"]
_NAMED_IN = ("plan", "subtasks", "outcome", "success_criteria", "start", "preconditions")
"""The parts of a workflow in whose texts parameters are named."""


def step_changed(workflow: Mapping[str, Any], index: int, changes: Mapping[str, Any]) -> Json:
    """The workflow with other values of some fields of the step that has this index."""
    place = _place(workflow, index)
    steps = steps_of(workflow)
    return _having(workflow, [*steps[:place], {**steps[place], **changes}, *steps[place + 1 :]])


def step_removed(workflow: Mapping[str, Any], index: int) -> Json:
    """The workflow without a step; a subtask that has none left goes with it."""
    place = _place(workflow, index)
    steps = steps_of(workflow)
    return _having(workflow, [*steps[:place], *steps[place + 1 :]])


def step_moved(workflow: Mapping[str, Any], index: int, move: Move) -> Json:
    """The workflow with a step before the one above it, or behind the one below, in its subtask."""
    place = _place(workflow, index)
    steps = list(steps_of(workflow))
    other = place + (1 if move == "down" else -1)
    if not 0 <= other < len(steps):
        return dict(workflow)
    moved = {**steps[place], "subtask": steps[other].get("subtask", 0)}
    steps[place], steps[other] = steps[other], moved
    return _having(workflow, steps)


def parameter_changed(workflow: Mapping[str, Any], name: str, changes: Mapping[str, Any]) -> Json:
    """The workflow with other values of a parameter; with another name wherever it is named.

    Raises:
        NotFound: it has no such parameter.
    """
    params = list(workflow.get("task_params") or ())
    if all(each["name"] != name for each in params):
        raise NotFound(f"the workflow has no parameter {name!r}")
    changed = [{**each, **changes} if each["name"] == name else each for each in params]
    named = changes.get("name", name)
    parts = {part: _renamed(workflow[part], name, named) for part in _NAMED_IN if part in workflow}
    return {**workflow, **parts, "task_params": changed}


def _place(workflow: Mapping[str, Any], index: int) -> int:
    for place, step in enumerate(steps_of(workflow)):
        if step["index"] == index:
            return place
    raise NotFound(f"the workflow has no step {index}")


def _having(workflow: Mapping[str, Any], steps: Sequence[Json]) -> Json:
    """The workflow with these steps, and the subtasks that they form."""
    kept = sorted({step.get("subtask", 0) for step in steps})
    subtasks = list(workflow.get("subtasks") or ())
    numbered = [{**step, "subtask": kept.index(step.get("subtask", 0))} for step in steps]
    formed = [
        {**subtasks[old], "steps": [each["index"] for each in numbered if each["subtask"] == new]}
        for new, old in enumerate(kept)
        if old < len(subtasks)
    ]
    return {**workflow, "plan": {**workflow["plan"], "steps": numbered}, "subtasks": formed}


def _renamed(value: Any, old: str, new: str) -> Any:
    """The value with another name of a parameter in all its texts; doubled braces stay.

    >>> _renamed({"value": "{a} {{a}}"}, "a", "b")
    {'value': '{b} {{a}}'}
    """
    if isinstance(value, str):
        name = re.escape(old)
        return re.sub(rf"(?<!\{{)\{{{name}\}}(?!\}})", lambda _: f"{{{new}}}", value)
    if isinstance(value, Mapping):
        return {key: _renamed(each, old, new) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(each, old, new) for each in value]
    return value
