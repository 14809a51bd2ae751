"""Convert a workflow to what its file holds, and back.

The locators and other machine-made parts of a step stay out of it. They come back from the
workflow that the file was written from, by the step's `id`, as long as what the file says
about the same thing is unchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from lessonboard.parts.recordings.compiler.danger import danger_of
from lessonboard.parts.recordings.workflow_file import targets
from lessonboard.parts.recordings.workflow_file.shape import (
    FORMAT,
    OutcomeShape,
    ParameterShape,
    StepShape,
    SubtaskShape,
    WorkflowShape,
)

Json = dict[str, Any]

DO = {
    "CLICK": "click", "TYPE": "type", "SCROLL": "scroll", "KEYPRESS": "press", "DRAG": "drag",
    "HOVER": "hover", "UPLOAD": "upload", "DIALOG": "dialog", "DOWNLOAD": "download",
    "CHECK": "check", "EXTRACT": "extract",
}  # fmt: skip
_ACTIONS = {word: action for action, word in DO.items()}
_PAGE = {"page": "place", "title": "title", "heading": "heading"}
_OUTCOME = {**_PAGE, "text": "text", "absent": "absent"}
_PARTS = ("task_params", "preconditions", "plan", "subtasks", "outcome")


def document(workflow: Mapping[str, Any]) -> Json:
    """A workflow as the file has it, without what is empty or as usual."""
    numbers = [step.get("subtask", 0) for step in steps_of(workflow)]
    starts = [n == 0 or numbers[n - 1] != number for n, number in enumerate(numbers)]
    several = len(workflow.get("subtasks") or ()) > 1
    outcome = workflow.get("outcome") or {}
    return _without_empty({
        "format": FORMAT,
        "recording": workflow.get("session_id"),
        "title": workflow.get("task_name"),
        "purpose": workflow.get("task_description_user"),
        "description": workflow.get("detailed_task_description"),
        "parameters": {param["name"]: parameter(param) for param in _listed(workflow)},
        "start": workflow.get("start"),
        "preconditions": list(workflow.get("preconditions") or ()),
        "steps": [step_shape(step, starts=several and first, page=page) for step, first, page
                  in zip(steps_of(workflow), starts, _new_pages(workflow), strict=True)],
        "subtasks": [_subtask(each) for each in workflow.get("subtasks") or ()],
        "outcome": _without_empty({"description": workflow.get("success_criteria"),
                                   **{key: outcome.get(name) for key, name in _OUTCOME.items()}}),
    })  # fmt: skip


def steps_of(workflow: Mapping[str, Any]) -> list[Json]:
    """The steps of a workflow."""
    steps: list[Json] = (workflow.get("plan") or {}).get("steps") or []
    return steps


def parameter(param: Mapping[str, Any]) -> Json:
    """A parameter as the file has it."""
    kind, sensitive = param.get("kind") or "text", bool(param.get("sensitive"))
    usual = sensitive == (kind == "secret")
    return _without_empty({
        "kind": "" if kind == "text" else kind,
        "example": param.get("example"),
        "description": param.get("description"),
        "sensitive": None if usual else sensitive,
    })  # fmt: skip


def _new_pages(workflow: Mapping[str, Any]) -> Iterator[str]:
    """For each step, its page, where that is not the page of the steps before."""
    last = ""
    for step in steps_of(workflow):
        page = page_of(step)
        yield "" if page == last else page
        last = page or last


def page_of(step: Mapping[str, Any]) -> str:
    """The address of the page on which a step is done."""
    return str((step.get("before") or {}).get("place") or "")


def step_shape(step: Mapping[str, Any], *, starts: bool, page: str) -> Json:
    """A step as the file has it.

    Args:
        step: of a workflow.
        starts: whether it is the first of its subtask.
        page: its page, if the file is to name it.
    """
    target, after = step.get("target") or {}, step.get("after") or {}
    value = step.get("action_value")
    shape = {
        "subtask": step.get("subtask", 0) + 1 if starts else None,
        "do": DO[step["action_type"]],
        "what": step.get("intent"),
        "target": targets.shown(target),
        "in": targets.surroundings(target),
        "value": _EMPTY if value == "" else value,
        "page": page,
        "after": _without_empty({key: after.get(name) for key, name in _PAGE.items()}),
        "danger": _danger_shown(step),
        "sensitive": step.get("sensitive") or None,
        "id": step["index"],
    }
    return {key: "" if item is _EMPTY else item for key, item in _without_empty(shape).items()}


def _danger_shown(step: Mapping[str, Any]) -> str:
    """The danger of a step, where it is not the usual one of its target."""
    danger, usual = step.get("danger") or "", danger_of(step["action_type"], step["target"])
    return danger or ("none" if usual else "")


_EMPTY = object()
"""Marks a value that is the empty text, which differs from none."""


def workflow_of(shape: WorkflowShape, base: Mapping[str, Any], known: Mapping[int, Json]) -> Json:
    """The workflow of a file.

    Args:
        shape: the file.
        base: the workflow that it was written from; empty where there is none.
        known: steps that the recording ever had, by their id; those of `base` come first.
    """
    was = WorkflowShape.model_validate(document(base)) if base else None
    steps = _steps(shape, {**known, **{step["index"]: step for step in steps_of(base)}})
    members = [[step["index"] for step in group]
               for _, group in groupby(steps, lambda step: step["subtask"])]  # fmt: skip
    made = {
        "format": FORMAT,
        "session_id": shape.recording,
        "task_name": shape.title,
        "task_description_user": shape.purpose,
        "detailed_task_description": shape.description,
        "task_params": [_param(name, each) for name, each in shape.parameters.items()],
        "start": shape.start,
        "preconditions": list(shape.preconditions),
        "subtasks": _subtasks(shape, members),
        "success_criteria": shape.outcome.description,
        "outcome": _outcome(shape.outcome),
        "plan": {"steps": steps},
    }
    same = {"outcome", "task_params"} if was else set()
    if was and was.outcome != shape.outcome:
        same.discard("outcome")
    if was and was.parameters != shape.parameters:
        same.discard("task_params")
    kept = {key: base[key] for key in same if key in base}
    return {**base, **made, **kept, "plan": {**(base.get("plan") or {}), "steps": steps}}


def _steps(shape: WorkflowShape, known: Mapping[int, Json]) -> list[Json]:
    free = max(known, default=-1) + 1
    steps: list[Json] = []
    subtask = 0
    moved: dict[str, str] = {}
    for each in shape.steps:
        subtask = subtask if each.subtask is None else each.subtask - 1
        index = each.id
        if index is None:
            index, free = free, free + 1
        base = known.get(index)
        step = {**_step(each, base), "index": index, "subtask": subtask}
        was = page_of(base or {})
        if each.page is not None:
            moved[was] = each.page
        steps.append(_on_page(step, moved.get(was, was) if base else each.page or ""))
    return steps


def _on_page(step: Json, page: str) -> Json:
    """The step on another page; those after it on the same page move with it."""
    if page == page_of(step):
        return step
    return {**step, "before": {**(step.get("before") or {}), "place": page}}


def _step(shape: StepShape, base: Json | None) -> Json:
    """The step of what a person wrote; what is unchanged is as it was in `base`."""
    shown = base and step_shape(base, starts=False, page="")
    was = StepShape.model_validate(shown) if shown else None
    step: Json = dict(base or _NEW)
    if was is None or was.do != shape.do:
        step["action_type"] = _ACTIONS[shape.do]
    if was is None or was.what != shape.what:
        step["intent"] = shape.what
    if was is None or was.value != shape.value:
        step["action_value"] = shape.value
    if was is None or (was.target, was.in_) != (shape.target, shape.in_):
        step["target"] = _target(shape, was, step.get("target") or {})
    if was is None or was.after != shape.after:
        step["after"] = {name: getattr(shape.after, key) for key, name in _PAGE.items()
                         if getattr(shape.after, key)}  # fmt: skip
    if was is None or was.sensitive != shape.sensitive:
        step["sensitive"] = shape.sensitive
    if was is None or (was.danger, was.target, was.do) != (shape.danger, shape.target, shape.do):
        usual = danger_of(step["action_type"], step["target"])
        step["danger"] = {None: usual, "none": ""}.get(shape.danger, shape.danger)
    return step


_NEW: Json = {"expected_current_state": "", "post_action": ""}


def _target(shape: StepShape, was: StepShape | None, before: Mapping[str, Any]) -> Json:
    target = targets.written(dict(shape.target), before)
    if shape.in_ is None:
        return target
    same = was is not None and was.in_ == shape.in_ and "within" in before
    return {**target, "within": before["within"] if same else targets.within(shape.in_)}


def _param(name: str, shape: ParameterShape) -> Json:
    secret = shape.kind == "secret" if shape.sensitive is None else shape.sensitive
    return {"name": name, "description": shape.description, "example": shape.example,
            "sensitive": secret, "kind": shape.kind}  # fmt: skip


def _subtask(each: Mapping[str, Any]) -> Json:
    return _without_empty({
        "title": each.get("title"),
        "description": each.get("description"),
        "outcome": each.get("expected_outcome"),
    })  # fmt: skip


def _subtasks(shape: WorkflowShape, members: Sequence[list[int]]) -> list[Json]:
    """The subtasks with their steps; one without a name where the file has none."""
    shapes = shape.subtasks or [SubtaskShape(title=shape.title)]
    return [
        {"title": each.title, "description": each.description, "steps": indexes,
         "expected_outcome": each.outcome}
        for each, indexes in zip(shapes, members, strict=True)
    ]  # fmt: skip


def _outcome(shape: OutcomeShape) -> Json:
    return {name: text for key, name in _OUTCOME.items() if (text := getattr(shape, key))}


def _listed(workflow: Mapping[str, Any]) -> list[Json]:
    found: list[Json] = workflow.get("task_params") or []
    return found


def _without_empty(value: Json) -> Json:
    return {key: item for key, item in value.items() if item not in (None, "", [], {})}
