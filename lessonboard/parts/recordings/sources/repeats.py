"""Join what is repeated: keys that step through a field's values, runs of a key, and scrolling."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from lessonboard.parts.recordings.sources.action import is_whole, joined, same_field
from lessonboard.parts.recordings.sources.model import Step

_STEPS = frozenset(("UP", "DOWN", "LEFT", "RIGHT", "PAGEUP", "PAGEDOWN", "HOME", "END"))
_CORRECTIONS = frozenset(("BACKSPACE", "DELETE"))
_TEXT_ROLES = frozenset(("textbox", "searchbox", "combobox", "spinbutton"))
_VALUE_ROLES = frozenset(("slider", "spinbutton", "combobox", "listbox"))
_VALUE_TYPES = frozenset(("range", "number", "date", "time", "datetime-local", "month", "week"))
_NUMBER = re.compile(r"[-+]?\d[\d.,:/T -]*")
"""Numbers, dates and times."""


def join_repeats(steps: Iterable[Step]) -> list[Step]:
    """The steps, with repeated keys and scrolling joined.

    Keys that step through the values of a slider, number, date or list become part of the text
    that states the value they led to. Other runs of a key that moves the focus or the cursor, or
    corrects a text, become one action with a `count`. Keys that activate something (ENTER, SPACE)
    or delete more than text stay single, for each has its own effect.
    """
    return joined(steps, _joined)


def _joined(so_far: list[Step], step: Step) -> list[Step] | None:
    if step.kind == "type" and (_has_steps(step) or _goes_on(so_far, step)):
        while so_far and _leads_to(so_far[-1], step):
            step = replace(step, index=so_far.pop().index)
        return [step]
    before = so_far[-1] if so_far else None
    if before is None or before.kind != step.kind:
        return None
    if step.kind == "key" and _repeats(before, step):
        count = before.action.get("count", 1) + step.action.get("count", 1)
        return [replace(so_far.pop(), action={**before.action, "count": count}, last=step.last)]
    if step.kind == "scroll" and same_field(before, step) and _way(before) == _way(step):
        sums = {axis: before.action[axis] + step.action[axis] for axis in ("dx", "dy")}
        return [replace(so_far.pop(), action={**before.action, **sums}, last=step.last)]
    return None


def _goes_on(so_far: list[Step], step: Step) -> bool:
    """Whether a field that had a number has another after a key, although its kind is unknown."""
    if len(so_far) < 2 or so_far[-1].kind != "key" or not is_whole(step):
        return False
    before, is_number = so_far[-2], _NUMBER.fullmatch(step.action["text"]) is not None
    return is_number and before.kind == "type" and is_whole(before) and same_field(before, step)


def _leads_to(before: Step, step: Step) -> bool:
    is_step = before.kind == "key" and before.action["key"] in _STEPS
    return (is_step or (before.kind == "type" and bool(before.target))) and same_field(before, step)


def _has_steps(step: Step) -> bool:
    """Whether a text is the whole value of a field that keys step through."""
    target = step.target
    has_steps = (
        step.details.get("set") is True
        or target.get("role") in _VALUE_ROLES
        or target.get("input_type") in _VALUE_TYPES
        or target.get("tag") == "select"
    )
    return is_whole(step) and has_steps


def _repeats(before: Step, step: Step) -> bool:
    """Whether the same key was pressed again, to no effect of its own."""
    key, base = step.action["key"], step.action["key"].rpartition("+")[2]
    if key != before.action["key"] or before.details.get("url") != step.details.get("url"):
        return False
    if base in _CORRECTIONS and step.target.get("role") not in _TEXT_ROLES:
        return False
    is_harmless = base in _CORRECTIONS or base in _STEPS or base == "TAB"
    return is_harmless and (key == "TAB" or same_field(before, step))


def _way(scroll: Step) -> tuple[bool, ...]:
    """The signs of both distances."""
    dx, dy = scroll.action["dx"], scroll.action["dy"]
    return dx > 0, dx < 0, dy > 0, dy < 0
