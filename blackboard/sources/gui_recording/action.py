"""One line of a manifest, as the cleaning works on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from blackboard.sources.gui_recording.model import ADDRESS_BAR

CLICKS = {"click": "left", "double_click": "left", "right_click": "right", "middle_click": "middle"}
FRAMES = (None, "end")
"""What a line is that shows the screen and tells no action."""

KINDS = (*CLICKS, "type", "scroll", "key", "drag")

_FIELD = ("role", "name", "label", "placeholder", "test_id", "tag", "nth", "selector")
_NEAR = 5.0
"""Pixels that a hand moves between two presses of one double click."""


@dataclass(frozen=True)
class Action:
    """An action and the lines that it was told in, from `index` to `last`."""

    index: int
    last: int
    kind: str
    given: dict[str, Any]
    details: dict[str, Any]
    timestamp: float | None
    sensitive: bool = False

    @property
    def target(self) -> dict[str, Any]:
        """What the recorder saw of the thing acted on."""
        target = self.details.get("target")
        return target if isinstance(target, dict) else {}

    @property
    def point(self) -> tuple[float, float] | None:
        """Where it was done on the screen."""
        x, y = self.given.get("x"), self.given.get("y")
        if isinstance(x, int | float) and isinstance(y, int | float):
            return x, y
        return None

    def same_place(self, other: Action) -> bool:
        """Whether two actions were done on the same spot, or else on the same target."""
        if self.point and other.point:
            return max(abs(a - b) for a, b in zip(self.point, other.point, strict=True)) <= _NEAR
        return bool(self.target) and _field(self.target) == _field(other.target)

    def same_field(self, other: Action) -> bool:
        """Whether what is typed goes to the same field, as far as anybody knows."""
        if ADDRESS_BAR in (self.target, other.target):
            return False  # every address is a page of its own
        if not (self.target and other.target):
            return True
        same_page = self.details.get("url") == other.details.get("url")
        return same_page and _field(self.target) == _field(other.target)

    @property
    def is_whole(self) -> bool:
        """Whether the text typed is the whole value of its field, not what was added to it."""
        fill = self.details.get("fill")
        return bool(self.target and self.details.get("url")) if fill is None else fill is True

    def seconds_after(self, other: Action) -> float | None:
        """The time between two actions, or None where it was not recorded."""
        if self.timestamp is None or other.timestamp is None:
            return None
        return self.timestamp - other.timestamp


def _field(target: dict[str, Any]) -> list[Any]:
    """What a target is known by; its text changes while somebody types."""
    return [target.get(each) for each in _FIELD]
