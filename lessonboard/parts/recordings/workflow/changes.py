"""One change of a workflow, as a form asks for it: of a step, of the order, of a parameter.

Each gives a new document, which still has to pass the checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from blackboard.errors import NotFound
from lessonboard.parts.recordings.compiler.template import BadTemplate, Part, parse, unparse

Json = dict[str, Any]
Move = Literal["up", "down"]


def step_changed(document: Mapping[str, Any], number: int, changes: Mapping[str, Any]) -> Json:
    """The document with other values of some keys of a step; None takes a key away."""
    steps = _steps(document, number)
    step = {**steps[number - 1], **changes}
    steps[number - 1] = {key: each for key, each in step.items() if each is not None}
    return _having(document, steps)


def step_removed(document: Mapping[str, Any], number: int) -> Json:
    """The document without a step."""
    steps = _steps(document, number)
    return _having(document, [*steps[: number - 1], *steps[number:]])


def step_moved(document: Mapping[str, Any], number: int, move: Move) -> Json:
    """The document with a step before the one above it, or behind the one below."""
    steps = _steps(document, number)
    place, other = number - 1, number if move == "down" else number - 2
    if 0 <= other < len(steps):
        steps[place], steps[other] = steps[other], steps[place]
    return _having(document, steps)


def steps_replaced(document: Mapping[str, Any], number: int, new: list[Json]) -> Json:
    """The document with other steps in the place of one."""
    steps = _steps(document, number)
    return _having(document, [*steps[: number - 1], *new, *steps[number:]])


def parameter_changed(document: Mapping[str, Any], name: str, changes: Mapping[str, Any]) -> Json:
    """The document with other values of a parameter; with another name wherever it is named.

    Raises:
        NotFound: it has no such parameter, or has one of the new name already.
    """
    parameters, new = document.get("parameters", {}), changes.get("name") or name
    if name not in parameters:
        raise NotFound(f"the workflow has no parameter {name!r}")
    if new != name and new in parameters:
        raise NotFound(f"the workflow has a parameter {new!r} already; choose another name")
    told = {key: each for key, each in changes.items() if key != "name"}
    renamed = {new if each == name else each: {**value, **told} if each == name else value
               for each, value in parameters.items()}  # fmt: skip
    texts = {key: _renamed(document[key], name, new) for key in ("start", "steps", "outcome")
             if key in document}  # fmt: skip
    return {**document, **texts, "parameters": renamed}


def _steps(document: Mapping[str, Any], number: int) -> list[Json]:
    """The steps, each with the page on which it is done."""
    steps: list[Json] = []
    page = ""
    for step in document["steps"]:
        page = step.get("page", page)
        steps.append({**step, "page": page} if page else dict(step))
    if not 1 <= number <= len(steps):
        raise NotFound(f"the workflow has no step {number}")
    return steps


def _having(document: Mapping[str, Any], steps: list[Json]) -> Json:
    """The document with these steps; one on the page of the step before does not say so again."""
    page, kept = "", []
    for step in steps:
        kept.append({key: each for key, each in step.items() if key != "page" or each != page})
        page = step.get("page", page)
    return {**document, "steps": kept}


def _renamed(value: Any, old: str, new: str) -> Any:
    """The value with another name of a parameter in all its texts.

    >>> _renamed({"value": "{a} {{a}}"}, "a", "b")
    {'value': '{b} {{a}}'}
    """
    if isinstance(value, str):
        try:
            parts = parse(value)
        except BadTemplate:  # which the checks say
            return value
        return unparse(Part(new, is_parameter=True) if part == (old, True) else part
                       for part in parts)  # fmt: skip
    if isinstance(value, Mapping):
        return {key: _renamed(each, old, new) for key, each in value.items()}
    return [_renamed(each, old, new) for each in value] if isinstance(value, list) else value
