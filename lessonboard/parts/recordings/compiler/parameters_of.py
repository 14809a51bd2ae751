"""The parameters of a recording: what a person typed, chose, uploaded or answered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from lessonboard.parts.recordings.compiler import wording
from lessonboard.parts.recordings.compiler.parameters import snake_case
from lessonboard.parts.recordings.compiler.seen import RecordedStep, spoken
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.sources import Step
from lessonboard.parts.recordings.workflow.plan import Parameter

_ADDRESS = re.compile(r"(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[:/?#]\S*)?", re.IGNORECASE)


def parameters(moments: Sequence[RecordedStep]) -> tuple[list[Parameter], dict[int, str]]:
    """The parameters, and the parameter of each step.

    Typed whitespace is not a parameter, nor is a page's address, which is part of the route.
    """
    params: dict[str, Parameter] = {}
    values: dict[int, str] = {}
    known: dict[tuple[str, str], str] = {}
    times: Counter[str] = Counter()
    for moment in moments:
        step = moment.step
        text = step.value or ""
        is_value = step.sensitive or (text.strip() and step.target != ADDRESS_BAR)
        if not is_value or not _has_value(step):
            continue
        field = _called(step)
        name = known.get((field, text)) if field and not step.sensitive else None
        if name is None:
            name = _unique(_name(moment), params, times)
            known[field, text] = name
            params[name] = _parameter(name, moment)
        values[step.index] = name
    return list(params.values()), values


def _called(step: Step) -> str:
    """What the page calls the field of a step, or what it asks."""
    beside, asked = step.target.get("beside"), step.action.get("message")
    return spoken(step.target) or str(beside or asked or "").rstrip(":* ")


def _parameter(name: str, moment: RecordedStep) -> Parameter:
    step = moment.step
    return Parameter(
        name=name,
        description=_about(step),
        example="" if step.sensitive else step.value or "",
        sensitive=step.sensitive,
        kind=_kind(step),
    )


def _has_value(step: Step) -> bool:
    """Whether a step's value is the person's: a text, a choice, a file, an answer."""
    is_answered = step.action_type == "DIALOG" and step.action.get("dialog") == "prompt"
    return step.action_type in ("TYPE", "UPLOAD") or (is_answered and "text" in step.action)


def _about(step: Step) -> str:
    where = wording.named(step.target) or f"at step {step.index + 1}"
    if step.action_type == "UPLOAD":
        return f"The path of the file for {where}; of several, one a line."
    if step.action_type == "DIALOG":
        return f'The answer to "{step.action.get("message", "")}".'
    if form := step.target.get("calendar"):
        called = f' "{_called(step)}"' if _called(step) else ""
        return f"The day that is chosen in the calendar{called}: {form}, or as 2024-12-31."
    if _kind(step) == "choice":
        several = "; of several, one a line" if "texts" in step.action else ""
        return f"What is chosen in {where}{several}."
    into = "is typed into" if step.target else "is typed"
    return f"What {into} {where}."


_DATES = ("date", "time", "datetime-local", "month", "week")


def _kind(step: Step) -> str:
    """What a value is, by the field that it goes into."""
    if step.sensitive:
        return "secret"
    if step.action_type == "UPLOAD":
        return "file"
    target = step.target
    if target.get("tag") == "select" or "typed_for" in step.details or "texts" in step.action:
        return "choice"
    if target.get("input_type") in _DATES:
        return "date"
    is_number = target.get("role") in ("spinbutton", "slider")
    return "number" if is_number and step.action_type == "TYPE" else "text"


def _name(moment: RecordedStep) -> str:
    step = moment.step
    field = snake_case(_called(step))
    if field:
        return field
    if "calendar" in step.target:
        return "date"
    if step.action_type == "UPLOAD":
        return "file"
    if step.sensitive:
        return "secret"
    return "address" if _ADDRESS.fullmatch((step.value or "").strip()) else "text"


def _unique(name: str, taken: Mapping[str, object], times: Counter[str]) -> str:
    """The name, numbered where it is taken; `times` counts the requests per name."""
    candidate = name
    while not times[name] or candidate in taken:
        times[name] += 1
        candidate = name if times[name] == 1 else f"{name}_{times[name]}"
    return candidate
