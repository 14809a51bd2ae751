"""What a step of a rerun needs before it is done, and which steps change something; pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lessonboard.parts.recordings.browser.expected import numbers_given
from lessonboard.parts.recordings.browser.happenings import Question
from lessonboard.parts.recordings.compiler.template import names, used
from lessonboard.parts.recordings.key_names import split_count
from lessonboard.parts.recordings.workflow.plan import Plan, PlanStep

_SAVES_ITSELF_AFTER, _SOON = 2.0, 0.15
"""Seconds after the last step in which a field without a button saves itself, and other steps begin
to send something."""

_LATE = ("TYPE", "UPLOAD", "DRAG")
_TARGETLESS = ("url", "title", "hidden", "count")
"""The checks that need no element."""

_DESCRIBED = ("role", "name", "label", "placeholder", "test_id", "text", "locators", "selector")
_CONTAINERS = ("listbox", "tree", "grid", "table", "list", "treegrid", "menu", "application")


def quiet_after(plan: Plan) -> float:
    """For how many seconds nothing must have been sent before a run is over."""
    is_late = bool(plan.steps) and plan.steps[-1].action in _LATE
    return _SAVES_ITSELF_AFTER if is_late else _SOON


def is_last(plan: Plan, step: PlanStep) -> bool:
    """Whether nothing need be done after a step, but for answers to its dialogs."""
    return all(after.action == "DIALOG" or after.optional for after in plan.steps[step.number :])


def questions(plan: Plan, step: PlanStep, values: Mapping[str, str]) -> list[Question]:
    """The dialogs that a step causes: those of the steps that follow it."""
    found: list[Question] = []
    for after in plan.steps[step.number :]:
        if after.action != "DIALOG":
            break
        asked = plan.target(after, values)
        given = numbers_given(after.target.get("message"), values)
        found.append(Question(str(asked.get("dialog") or ""), str(asked.get("message") or ""),
                              plan.value(after, values) or "", given))  # fmt: skip
    return found


def needs_target(step: PlanStep) -> bool:
    """Whether a step needs an element; keys, text and wheel can also go to the page."""
    if step.action in ("DIALOG", "DOWNLOAD", "UPLOAD"):
        return False
    if step.action == "CHECK":
        is_described = any(map(step.target.get, _DESCRIBED))
        return step.target.get("what", "visible") not in _TARGETLESS and is_described
    named = any(map(step.target.get, ("name", "label", "placeholder", "test_id")))
    if step.action in ("KEYPRESS", "SCROLL"):
        return named
    described = step.target.get("role") or step.target.get("locators")
    return step.action != "TYPE" or named or bool(described)


def changes(step: PlanStep) -> bool:
    """Whether a step may change something outside of the page, so that a rehearsal leaves it out.

    Filling a field does not, but where the field saves itself, which nothing shows beforehand.
    """
    return bool(step.danger) or step.action in ("DRAG", "UPLOAD", "DOWNLOAD")


def deletes_by_key(step: PlanStep, value: str | None) -> bool:
    """Whether a key deletes in a list as a whole, where arrow keys chose the item by its number."""
    key = split_count(value or "")[0] if step.action == "KEYPRESS" else ""
    return key in ("DELETE", "BACKSPACE") and step.target.get("role") in _CONTAINERS


def given_for(step: PlanStep) -> set[str]:
    """The parameters by whose values a step's target, or what it chooses, is known."""
    named: list[Any] = [step.target.get(key) for key in ("name", "text", "label", "within")]
    return used(named) | (used(step.value) if step.action == "TYPE" else set())


def shown_after(
    step: PlanStep, values: Mapping[str, str], recorded: Mapping[str, str]
) -> dict[str, str]:
    """What must show after a step; where something else was chosen, only what names a parameter."""
    is_other = any(values.get(name) != recorded.get(name) for name in given_for(step))
    is_all = bool(step.danger) or not is_other
    return {key: text for key, text in step.after.items() if is_all or names(text)}
