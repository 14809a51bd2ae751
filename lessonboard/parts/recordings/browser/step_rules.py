"""What a step of a rerun needs before it is done, and why it was not done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from lessonboard.parts.recordings.browser import acting, checking, uploading
from lessonboard.parts.recordings.browser.chromium import first_line
from lessonboard.parts.recordings.browser.finding import Found
from lessonboard.parts.recordings.browser.happenings import Question
from lessonboard.parts.recordings.browser.identity import Doubt
from lessonboard.parts.recordings.browser.plan import Plan, PlanStep
from lessonboard.parts.recordings.sources.keys import split_count

_SAVES_ITSELF_AFTER, _SOON = 2.0, 0.15
"""Seconds after the last step in which a field without a button saves itself, and other steps begin
to send something."""

_LATE = ("TYPE", "UPLOAD", "DRAG")


def quiet_after(plan: Plan) -> float:
    """For how many seconds nothing must have been sent before a run is over."""
    is_late = bool(plan.steps) and plan.steps[-1].action in _LATE
    return _SAVES_ITSELF_AFTER if is_late else _SOON


def questions(plan: Plan, step: PlanStep, values: Mapping[str, str]) -> list[Question]:
    """The dialogs that a step causes: those of the steps that follow it."""
    found: list[Question] = []
    for after in plan.steps[step.number :]:
        if after.action != "DIALOG":
            break
        value = plan.value(after, values) or ""
        found.append(uploading.question(value, plan.target(after, values)))
    return found


def first_found(answers: Iterable[Found | Doubt | None]) -> Found | Doubt | None:
    """The first that was found, else the first doubt."""
    doubt: Doubt | None = None
    for answer in answers:
        if isinstance(answer, Found):
            return answer
        doubt = doubt or answer
    return doubt


def only_found(answer: Found | Doubt | None) -> Found | None:
    """The target, or None where there is none or doubt."""
    return answer if isinstance(answer, Found) else None


def why(error: Exception, found: Found | None) -> str:
    """Why a step could not be done: what lies over its target, or what the driver says."""
    from playwright.sync_api import Error

    if found is not None and isinstance(error, Error):
        with suppress(Error):
            cover = acting.covering(found)
            if cover:
                return f"the page is covered by the {cover}"
    return first_line(error)


def is_drawn_anew(error: Exception) -> bool:
    """Whether the target left the page before anything was done to it.

    Playwright says so in these words alone; another wording makes the step fail.
    """
    return "not attached to the DOM" in str(error)


def needs_target(step: PlanStep) -> bool:
    """Whether a step needs an element; keys, text and wheel can also go to the page."""
    if step.action in ("DIALOG", "DOWNLOAD", "UPLOAD"):
        return False
    if step.action in ("CHECK", "EXTRACT"):
        return checking.needs_target(step.action, step.target)
    free = step.action in ("KEYPRESS", "SCROLL", "TYPE")
    named = any(step.target.get(key) for key in ("name", "label", "placeholder", "test_id"))
    described = step.target.get("role") or step.target.get("locators")
    return named or not free or (step.action == "TYPE" and bool(described))


_SENDS = ("ENTER", "DELETE", "BACKSPACE")
_WRITTEN = ("textbox", "searchbox", "combobox", "spinbutton")


def changes(step: PlanStep) -> bool:
    """Whether a step may change something outside of the page, so that a rehearsal leaves it out.

    Filling a field does not, but where the field saves itself, which nothing shows beforehand.
    """
    if step.action == "KEYPRESS":
        key = split_count(step.value or "")[0]
        is_edit = key != "ENTER" and step.target.get("role") in _WRITTEN
        return bool(step.danger) or (key in _SENDS and not is_edit)
    return bool(step.danger) or step.action in ("DRAG", "UPLOAD", "DOWNLOAD")


_CONTAINERS = ("listbox", "tree", "grid", "table", "list", "treegrid", "menu", "application")


def deletes_by_key(step: PlanStep, value: str | None) -> bool:
    """Whether a key deletes in a list as a whole, where arrow keys chose the item by its number."""
    key = split_count(value or "")[0] if step.action == "KEYPRESS" else ""
    return key in ("DELETE", "BACKSPACE") and step.target.get("role") in _CONTAINERS
