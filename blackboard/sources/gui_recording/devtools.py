"""Convert a Chrome DevTools Recorder user flow, exported as JSON, to manifest lines.

The format is `UserFlow` of github.com/puppeteer/replay. It has no screenshots and no times; targets
are named by their `aria/` selectors.
"""

from __future__ import annotations

from typing import Any

from blackboard.sources.gui_recording.chords import Chords
from blackboard.sources.gui_recording.lines import line, typed
from blackboard.sources.gui_recording.model import ADDRESS_BAR
from blackboard.sources.gui_recording.selectors import of_devtools

Record = dict[str, Any]

_BUTTONS = {"secondary": "right_click", "auxiliary": "middle_click"}
_PIXELS_A_NOTCH = 100
_SILENT = ("setViewport", "emulateNetworkConditions", "close")
_WAITS = ("waitForElement", "waitForExpression")


def is_flow(value: object) -> bool:
    """Whether a JSON value is an exported user flow."""
    if not isinstance(value, dict) or not isinstance(value.get("steps"), list):
        return False
    steps = value["steps"]
    return bool(steps) and all(isinstance(step, dict) and "type" in step for step in steps)


def viewport(flow: Record) -> Record:
    """The size of the recorded window."""
    for step in flow["steps"]:
        if step["type"] == "setViewport":
            return {key: step[key] for key in ("width", "height") if key in step}
    return {}


class Flow:
    """Converts the steps of a flow to lines, in order."""

    def __init__(self) -> None:
        self._page: Record = {}
        self._chords = Chords()
        self._scrolled: dict[str, tuple[float, float]] = {}

    def lines(self, flow: Record) -> list[Record]:
        """The manifest lines of a flow; steps without an equivalent keep their own type."""
        written_lines = [written for step in flow["steps"] for written in self._step(step)]
        return [*written_lines, line("end", {})]

    def _step(self, step: Record) -> list[Record]:
        kind = step["type"]
        if kind == "navigate":
            return self._navigate(step)
        lines = self._lines_of(kind, step)
        self._see(step)
        return lines

    def _lines_of(self, kind: str, step: Record) -> list[Record]:
        if kind in _SILENT:
            return []
        details = self._details(step)
        if kind in ("click", "doubleClick"):
            name = "double_click" if kind == "doubleClick" else "click"
            name = _BUTTONS.get(str(step.get("button")), name)
            button = {"right_click": "right", "middle_click": "middle"}.get(name, "left")
            return [line(name, {"button": button}, {**details, "counted": True})]
        if kind == "change":
            return [typed(str(step.get("value", "")), details)]
        if kind in ("keyDown", "keyUp"):
            return self._key(kind, step)
        if kind == "scroll":
            return self._scroll(step, details)
        return [line(None if kind in _WAITS else str(kind), {}, details)]

    def _navigate(self, step: Record) -> list[Record]:
        """The first address is where the flow starts; a later one counts as typed."""
        first = not self._page
        before, self._page = self._page, {"url": str(step.get("url", ""))}
        self._scrolled.clear()
        self._see(step)
        if first:
            return []
        return [typed(str(step.get("url", "")), {**before, "target": ADDRESS_BAR})]

    def _see(self, step: Record) -> None:
        """Remember the page that a step led to."""
        events = step.get("assertedEvents")
        for event in events if isinstance(events, list) else ():
            if isinstance(event, dict) and event.get("type") == "navigation":
                seen = {key: event[key] for key in ("url", "title")
                        if isinstance(event.get(key), str) and event[key]}  # fmt: skip
                self._page = seen if "url" in seen else {**self._page, **seen}

    def _details(self, step: Record) -> Record:
        target = of_devtools(step.get("selectors"))
        return {**self._page, "target": target} if target else dict(self._page)

    def _key(self, kind: str, step: Record) -> list[Record]:
        if kind == "keyUp":
            self._chords.up(step.get("key"))
            return []
        chord = self._chords.down(step.get("key"))
        return [line("key", {"key": chord}, dict(self._page))] if chord else []

    def _scroll(self, step: Record, details: Record) -> list[Record]:
        """A flow holds absolute positions; the line holds the distance."""
        target = repr(step.get("selectors"))
        x, y = _number(step.get("x")), _number(step.get("y"))
        before = self._scrolled.get(target, (0.0, 0.0))
        self._scrolled[target] = (x, y)
        dx, dy = (x - before[0]) / _PIXELS_A_NOTCH, (before[1] - y) / _PIXELS_A_NOTCH
        given = {"x": None, "y": None, "dx": round(dx, 2), "dy": round(dy, 2)}
        return [line("scroll", given, details)] if dx or dy else []


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
