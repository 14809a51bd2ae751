"""Join repeated keys: those that step through a field's values, and runs of one key."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from lessonboard.parts.recordings.sources.action import Action

_STEPS = frozenset(("UP", "DOWN", "LEFT", "RIGHT", "PAGEUP", "PAGEDOWN", "HOME", "END"))
_CORRECTIONS = frozenset(("BACKSPACE", "DELETE"))
_TEXT_ROLES = frozenset(("textbox", "searchbox", "combobox", "spinbutton"))
_VALUE_ROLES = frozenset(("slider", "spinbutton", "combobox", "listbox"))
_VALUE_TYPES = frozenset(("range", "number", "date", "time", "datetime-local", "month", "week"))
_NUMBER = re.compile(r"[-+]?\d[\d.,:/T -]*")
"""Numbers, dates and times."""


def join_repeats(actions: Iterable[Action]) -> list[Action]:
    """The actions, with repeated keys joined.

    Keys that step through the values of a slider, number, date or list become part of the text
    that states the value they led to. Other runs of a key that moves the focus or the cursor, or
    corrects a text, become one action with a `count`. Keys that activate something (ENTER, SPACE)
    or delete more than text stay single, for each has its own effect.
    """
    joined: list[Action] = []
    for action in actions:
        if action.kind == "type" and (_has_steps(action) or _goes_on(joined, action)):
            joined.append(_final(joined, action))
        elif joined and _repeats(joined[-1], action):
            joined[-1] = _counted(joined[-1], action)
        else:
            joined.append(action)
    return joined


def _final(joined: list[Action], action: Action) -> Action:
    """A value with the steps before it, which are taken from `joined`."""
    while joined and _leads_to(joined[-1], action):
        action = replace(action, index=joined.pop().index)
    return action


def _goes_on(joined: list[Action], action: Action) -> bool:
    """Whether a field that had a number has another after a key, although its kind is unknown."""
    if len(joined) < 2 or joined[-1].kind != "key" or not action.is_whole:
        return False
    before = joined[-2]
    is_number = _NUMBER.fullmatch(action.given["text"]) is not None
    return is_number and before.kind == "type" and before.is_whole and before.same_field(action)


def _leads_to(before: Action, action: Action) -> bool:
    if before.kind == "key":
        return before.given["key"] in _STEPS and before.same_field(action)
    return before.kind == "type" and bool(before.target) and before.same_field(action)


def _has_steps(action: Action) -> bool:
    """Whether a text is the whole value of a field that keys step through."""
    target = action.target
    has_steps = (
        action.details.get("set") is True
        or target.get("role") in _VALUE_ROLES
        or target.get("input_type") in _VALUE_TYPES
        or target.get("tag") == "select"
    )
    return action.is_whole and has_steps


def _repeats(before: Action, action: Action) -> bool:
    if before.kind != "key" or action.kind != "key":
        return False
    key = before.given["key"]
    if key != action.given["key"] or before.details.get("url") != action.details.get("url"):
        return False
    return _is_harmless(key, action) and (key == "TAB" or before.same_field(action))


def _is_harmless(key: str, action: Action) -> bool:
    base = key.rpartition("+")[2]
    if base in _CORRECTIONS:
        return action.target.get("role") in _TEXT_ROLES
    return base in _STEPS or base == "TAB"


def _counted(before: Action, action: Action) -> Action:
    count = before.given.get("count", 1) + action.given.get("count", 1)
    return replace(before, given={**before.given, "count": count}, last=action.last)
