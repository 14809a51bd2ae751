"""Whether a workflow can be run in a browser, as far as its steps say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_NEED_AN_ELEMENT = ("CLICK", "DRAG", "HOVER", "UPLOAD", "EXTRACT")
_FOUND_BY = (
    "role", "name", "label", "placeholder", "test_id", "text", "id", "selector", "locators",
)  # fmt: skip
"""The attributes of a target by which a page may be searched for it."""


def why_not_runnable(workflow: Mapping[str, Any]) -> str:
    """Why the steps' targets cannot be found in a page; empty if they can.

    >>> step = {"action_type": "CLICK", "target": {"primary": "what is marked in 1.png"}}
    >>> why_not_runnable({"plan": {"steps": [step]}})
    'it was recorded outside of web pages: 1 of 1 steps say only where on the screen'
    """
    plan = workflow.get("plan")
    listed = plan.get("steps") if isinstance(plan, Mapping) else None
    steps = [step for step in listed or () if isinstance(step, Mapping)]
    lost = [number for number, step in enumerate(steps, 1) if _is_lost(step)]
    if not lost:
        return ""
    if not workflow.get("start") and not any(map(_is_on_a_page, steps)):
        return (
            f"it was recorded outside of web pages: {len(lost)} of {len(steps)} steps say only "
            "where on the screen"
        )
    return f"step {lost[0]} has no target that could be found in a page"


def _is_lost(step: Mapping[str, Any]) -> bool:
    target = step.get("target")
    needs = step.get("action_type") in _NEED_AN_ELEMENT
    return needs and not (isinstance(target, Mapping) and any(map(target.get, _FOUND_BY)))


def _is_on_a_page(step: Mapping[str, Any]) -> bool:
    """Whether a step says at which address it was recorded, or which element it is about."""
    target, before = step.get("target"), step.get("before")
    on_target = isinstance(target, Mapping) and any(map(target.get, ("url", *_FOUND_BY)))
    return on_target or bool(isinstance(before, Mapping) and before.get("place"))
