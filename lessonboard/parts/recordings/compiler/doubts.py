"""List what the recorded pages leave unclear in a workflow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

_NEED_A_TARGET = ("CLICK", "HOVER", "UPLOAD", "DRAG", "EXTRACT")


def doubts(workflow: Mapping[str, Any]) -> list[str]:
    """What will stop a run or may do so, one sentence for each step; see `identity.choose`.

    >>> target = {"role": "button", "name": "Delete", "alike": 3, "rivals": 2}
    >>> step = {"action_type": "CLICK", "danger": "delete", "target": target}
    >>> doubts({"plan": {"steps": [step]}, "outcome": {"text": "Deleted"}})
    ['not runnable: step 1: 3 were called "Delete", and nothing beside it shows which one is meant']
    """
    steps = workflow["plan"]["steps"]
    found = [f"{_weight(step)}step {number}: {reason}" for number, step in enumerate(steps, 1)
             for reason in _of(step)]  # fmt: skip
    unchecked = "the outcome cannot be checked: the last step showed no message and no new page"
    return found if workflow.get("outcome") else [*found, f"{unchecked}; say one in workflow.yaml"]


def _weight(step: Mapping[str, Any]) -> str:
    return "not runnable: " if step.get("danger") else ""


def _of(step: Mapping[str, Any]) -> Iterator[str]:
    if step["action_type"] not in _NEED_A_TARGET:
        return
    target = step["target"]
    called = target.get("name") or target.get("label") or target.get("text") or ""
    within, alike = target.get("within"), target.get("alike") or 1
    if isinstance(within, Mapping):
        if within.get("cells") and within.get("twins"):
            yield f'nothing in the {within.get("kind") or "row"} of "{called}" is said only there'
    elif target.get("rivals"):
        yield f'{alike} were called "{called}", and nothing beside it shows which one is meant'
