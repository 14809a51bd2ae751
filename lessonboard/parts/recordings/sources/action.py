"""What cleaning asks of one manifest line, or of two: where, into which field, how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from lessonboard.parts.recordings.sources.model import ADDRESS_BAR, Step

CLICKS = {"click": "left", "double_click": "left", "right_click": "right", "middle_click": "middle"}
FRAMES = (None, "end")
"""The kinds of lines that show the screen without an action."""

UNSUPPORTED = "unsupported"
"""The kind of a line for a step of the source that could not be converted."""

KINDS = (*CLICKS, "type", "scroll", "key", "drag", "hover", "upload", "dialog", "download", "check",
         "extract")  # fmt: skip

_FIELD = ("role", "name", "label", "placeholder", "test_id", "tag", "nth", "selector")
_NEAR = 5.0
"""The tolerance in pixels between the two presses of a double click."""


def joined(
    steps: Iterable[Step], join: Callable[[list[Step], Step], list[Step] | None]
) -> list[Step]:
    """The steps, where `join` may replace the last of those so far and the next one by others.

    It takes those from the end of its list; None adds the next one as it is.
    """
    so_far: list[Step] = []
    for step in steps:
        made = join(so_far, step)
        so_far += [step] if made is None else made
    return so_far


def point(step: Step) -> tuple[float, float] | None:
    """The action's position on the screen."""
    x, y = step.action.get("x"), step.action.get("y")
    return (x, y) if isinstance(x, int | float) and isinstance(y, int | float) else None


def same_place(one: Step, other: Step) -> bool:
    """Whether two actions are at the same point, on the same target as far as it is known."""
    if one.target and other.target and _field(one.target) != _field(other.target):
        return False
    here, there = point(one), point(other)
    if here and there:
        return max(abs(here[0] - there[0]), abs(here[1] - there[1])) <= _NEAR
    return bool(one.target) and _field(one.target) == _field(other.target)


def same_field(one: Step, other: Step) -> bool:
    """Whether two texts go to the same field, as far as the recording shows."""
    if ADDRESS_BAR in (one.target, other.target):
        return False  # every address opens its own page
    if not (one.target and other.target):
        return True
    same_page = one.details.get("url") == other.details.get("url")
    return same_page and _field(one.target) == _field(other.target)


def is_whole(step: Step) -> bool:
    """Whether the typed text is the field's whole value, not an addition to it."""
    fill = step.details.get("fill")
    return bool(step.target and step.details.get("url")) if fill is None else fill is True


def _field(target: dict[str, Any]) -> list[Any]:
    """The attributes that identify a field; its text changes during typing."""
    return [target.get(key) for key in _FIELD]
