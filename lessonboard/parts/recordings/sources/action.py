"""The kinds of manifest lines, and what is asked of two of them."""

from __future__ import annotations

from typing import Any

from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.sources.model import Step

CLICKS = ("click", "double_click", "right_click", "middle_click")
FRAMES = (None, "end")
"""The kinds of lines that show the screen without an action."""

UNSUPPORTED = "unsupported"
"""The kind of a line for a step of the source that could not be converted."""

KINDS = (*CLICKS, "type", "scroll", "key", "drag", "hover", "upload", "dialog", "download", "check",
         "extract")  # fmt: skip

_NEAR = 5.0
"""The tolerance in pixels between the two presses of a double click."""

_FIELD = ("role", "name", "label", "placeholder", "test_id", "tag", "nth", "selector")


def same_field(one: Step, other: Step) -> bool:
    """Whether two texts go to the same field, as far as the recording shows."""
    if ADDRESS_BAR in (one.target, other.target):
        return False  # every address opens its own page
    if not (one.target and other.target):
        return True
    same_page = one.details.get("url") == other.details.get("url")
    return same_page and _field(one.target) == _field(other.target)


def same_place(one: Step, other: Step) -> bool:
    """Whether two clicks are on one target, as far as known, and at one point."""
    if (one.target or other.target) and _field(one.target) != _field(other.target):
        return False
    pairs = [(one.action.get(axis), other.action.get(axis)) for axis in ("x", "y")]
    known = [abs(here - there) for here, there in pairs
             if isinstance(here, int | float) and isinstance(there, int | float)]  # fmt: skip
    return max(known) <= _NEAR if len(known) == len(pairs) else bool(one.target)


def is_whole(step: Step) -> bool:
    """Whether the typed text is the field's whole value, not an addition to it."""
    fill = step.details.get("fill")
    return bool(step.target and step.details.get("url")) if fill is None else fill is True


def _field(target: dict[str, Any]) -> list[Any]:
    """The attributes that identify a field; its text changes during typing."""
    return [target.get(key) for key in _FIELD]
