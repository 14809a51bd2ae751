"""One manifest line while it is being cleaned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lessonboard.parts.recordings.sources.model import ADDRESS_BAR

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


@dataclass(frozen=True)
class Action:
    """An action and its manifest lines, from `index` to `last`."""

    index: int
    last: int
    kind: str
    given: dict[str, Any]
    details: dict[str, Any]
    timestamp: float | None
    sensitive: bool = False

    @property
    def target(self) -> dict[str, Any]:
        """The recorded attributes of the element acted on."""
        target = self.details.get("target")
        return target if isinstance(target, dict) else {}

    @property
    def point(self) -> tuple[float, float] | None:
        """The action's position on the screen."""
        x, y = self.given.get("x"), self.given.get("y")
        if isinstance(x, int | float) and isinstance(y, int | float):
            return x, y
        return None

    def same_place(self, other: Action) -> bool:
        """Whether two actions are at the same point, or else on the same target."""
        if self.point and other.point:
            return max(abs(a - b) for a, b in zip(self.point, other.point, strict=True)) <= _NEAR
        return bool(self.target) and _field(self.target) == _field(other.target)

    def same_field(self, other: Action) -> bool:
        """Whether two texts go to the same field, as far as the recording shows."""
        if ADDRESS_BAR in (self.target, other.target):
            return False  # every address opens its own page
        if not (self.target and other.target):
            return True
        same_page = self.details.get("url") == other.details.get("url")
        return same_page and _field(self.target) == _field(other.target)

    @property
    def is_whole(self) -> bool:
        """Whether the typed text is the field's whole value, not an addition to it."""
        fill = self.details.get("fill")
        return bool(self.target and self.details.get("url")) if fill is None else fill is True

    def seconds_after(self, other: Action) -> float | None:
        """The time between two actions, or None if not recorded."""
        if self.timestamp is None or other.timestamp is None:
            return None
        return self.timestamp - other.timestamp


def _field(target: dict[str, Any]) -> list[Any]:
    """The attributes that identify a field; its text changes during typing."""
    return [target.get(key) for key in _FIELD]
