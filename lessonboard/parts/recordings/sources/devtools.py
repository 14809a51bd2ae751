"""Convert a Chrome DevTools Recorder user flow, exported as JSON, to manifest lines.

The format is `UserFlow` of github.com/puppeteer/replay. It has no screenshots and no times.
"""

from __future__ import annotations

from typing import Any

from lessonboard.parts.recordings.sources.addresses import refused_scheme
from lessonboard.parts.recordings.sources.chords import Chords
from lessonboard.parts.recordings.sources.devtools_waits import wait_lines
from lessonboard.parts.recordings.sources.lines import line, lost, typed
from lessonboard.parts.recordings.sources.locators import ENTER_FRAME
from lessonboard.parts.recordings.sources.model import ADDRESS_BAR
from lessonboard.parts.recordings.sources.selectors import of_devtools

Record = dict[str, Any]

_BUTTONS = {"secondary": "right_click", "auxiliary": "middle_click"}
_PIXELS_A_NOTCH = 100
_SILENT = ("setViewport", "emulateNetworkConditions", "close")
_CLICKS = {"click": "click", "doubleClick": "double_click", "hover": "hover"}
TYPES = (*_SILENT, *_CLICKS, "navigate", "change", "keyDown", "keyUp", "scroll", "waitForElement",
         "waitForExpression", "customStep")  # fmt: skip
"""All that the Recorder and its extensions write."""


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
        self._clicked: object = None
        self._pages = ["main"]

    def lines(self, flow: Record) -> list[Record]:
        """The manifest lines of a flow; a step that has none becomes a `lost` line."""
        lines = [each for number, step in enumerate(flow["steps"], 1)
                 for each in self._step(step, f"step {number}")]  # fmt: skip
        return [*lines, line("end", {}, dict(self._page))]

    def _step(self, step: Record, where: str) -> list[Record]:
        kind = step["type"]
        if kind == "navigate":
            return self._navigate(step, where)
        lines = [] if kind in _SILENT else self._lines_of(kind, step, where)
        if kind not in ("keyDown", "keyUp"):
            self._clicked = step.get("selectors") if kind == "click" else None
        self._see(step)
        return lines

    def _lines_of(self, kind: str, step: Record, where: str) -> list[Record]:
        details = self._details(step)
        if kind in ("keyDown", "keyUp"):
            return self._key(kind, step, where)
        if kind == "scroll":
            return self._scroll(step, details)
        if kind == "customStep":
            return [lost(f"{where} is a custom step ({_short(step.get('name'))})", details)]
        if kind.startswith("wait"):
            return wait_lines(step, details, where)
        if "target" not in details:
            return [lost(f"{where} ({kind}) does not say on what", details)]
        if kind == "change":
            return self._change(step, details, where)
        name = _BUTTONS.get(str(step.get("button")), _CLICKS[kind])
        button = {"right_click": "right", "middle_click": "middle"}.get(name, "left")
        given = {} if kind == "hover" else {"button": button}
        return [line(name, given, {**details, "counted": True} if given else details)]

    def _change(self, step: Record, details: Record, where: str) -> list[Record]:
        value, target = step.get("value"), details["target"]
        if not isinstance(value, str):
            return [lost(f"{where} (change) does not give a value", details)]
        if value == "on" and self._clicked == step.get("selectors"):
            return []  # of a checkbox, whose click is the step before
        if target.get("role") in ("checkbox", "radio"):
            button = {"button": "left"}
            return [] if self._clicked else [line("click", button, {**details, "counted": True})]
        if target.get("input_type") == "file" or value.startswith("C:\\fakepath\\"):
            return [line("upload", {"files": [value.replace("\\", "/").split("/")[-1]]}, details)]
        return [typed(value, details)]

    def _navigate(self, step: Record, where: str) -> list[Record]:
        """The first address is where the flow starts; a later one counts as typed."""
        url = step.get("url")
        if not isinstance(url, str) or not url:
            return [lost(f"{where} (navigate) does not give an address")]
        first = not self._page
        before, self._page = self._page, {"url": url}
        self._scrolled.clear()
        self._see(step)
        is_start = first and not refused_scheme(url)  # whatever the file says of where it led
        if is_start or url.startswith(("chrome://new", "about:")):
            return []
        return [typed(url, {**before, "target": ADDRESS_BAR})]

    def _see(self, step: Record) -> None:
        """Remember the page that a step led to."""
        events = step.get("assertedEvents")
        for event in events if isinstance(events, list) else ():
            if isinstance(event, dict) and event.get("type") == "navigation":
                seen = {key: event[key] for key in ("url", "title")
                        if isinstance(event.get(key), str) and event[key]}  # fmt: skip
                self._page = seen if "url" in seen else {**self._page, **seen}

    def _details(self, step: Record) -> Record:
        """The page and the target of a step, with the page's number and the target's frame."""
        page, target = step.get("target"), of_devtools(step.get("selectors"))
        if isinstance(page, str) and page not in self._pages:
            self._pages.append(page)
        number = self._pages.index(page) if isinstance(page, str) else 0
        frame = _frame(step.get("frame"))
        more = {**({"page": number} if number else {}), **({"framed": True} if frame else {})}
        if not target:
            return {**self._page, **more}
        return {**self._page, **more, "target": {**target, "frame": frame} if frame else target}

    def _key(self, kind: str, step: Record, where: str) -> list[Record]:
        if kind == "keyUp":
            self._chords.up(step.get("key"))
            return []
        if not isinstance(step.get("key"), str):
            return [lost(f"{where} (keyDown) does not name a key")]
        chord = self._chords.down(step["key"])
        return [line("key", {"key": chord}, dict(self._page))] if chord else []

    def _scroll(self, step: Record, details: Record) -> list[Record]:
        """A flow holds absolute positions; the line holds the distance."""
        target = repr(step.get("selectors"))
        x, y = _number(step.get("x")), _number(step.get("y"))
        before = self._scrolled.get(target, (0.0, 0.0))
        self._scrolled[target] = (x, y)
        dx, dy = (x - before[0]) / _PIXELS_A_NOTCH, (before[1] - y) / _PIXELS_A_NOTCH
        given = {"x": None, "y": None, "dx": round(dx, 2), "dy": round(dy, 2)}
        return [line("scroll", given, details)] if given["dx"] or given["dy"] else []


def _frame(path: object) -> str:
    """The selector of a frame from the positions of it and the frames around it.

    >>> _frame([0, 1])
    'iframe >> nth=0 >> internal:control=enter-frame >> iframe >> nth=1'
    """
    positions = path if isinstance(path, list) else []
    named = [f"iframe >> nth={each}" for each in positions if type(each) is int and each >= 0]
    return ENTER_FRAME.join(named) if len(named) == len(positions) else ""


def _short(value: object) -> str:
    return repr(value)[:60]


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
