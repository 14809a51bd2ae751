"""Convert the calls of a Playwright script that act on a page to manifest lines."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.chords import Chords
from lessonboard.parts.recordings.sources.elements import of_element
from lessonboard.parts.recordings.sources.lines import chosen, line, lost, typed
from lessonboard.parts.recordings.sources.model import ADDRESS_BAR
from lessonboard.parts.recordings.sources.selectors import of_playwright

Record = dict[str, Any]

_CLICKS = {"click", "dblclick", "tap", "check", "uncheck", "setChecked", "mouseClick"}
_UNSUPPORTED = {"goBack", "goForward", "reload", "dispatchEvent"}
_WRITES = {"fill": "value", "type": "text", "press": "key", "selectOption": "options"}
_BUTTONS = {"right": "right_click", "middle": "middle_click"}
_PIXELS_A_NOTCH = 100


@dataclass
class Call:
    """One call with its later records; times in milliseconds."""

    method: str
    params: Record
    started: float
    ended: float = 0.0
    failed: bool = False
    url: str = ""
    points: list[Record] = field(default_factory=list)
    elements: list[str] = field(default_factory=list)
    result: Record = field(default_factory=dict)


class Calls:
    """Converts calls to lines, in order; calls that only read the page give none."""

    def __init__(self) -> None:
        self._page: Record = {}
        self._chords = Chords()
        self._mouse: Record = {}
        self._focus: Record = {}

    def lines(self, call: Call) -> list[Record]:
        """The lines of a call; one without a manifest equivalent keeps its method's name."""
        if call.url and call.method != "goto" and not call.url.startswith("about:"):
            self._page = {"url": call.url}
        method = call.method
        if method == "goto":
            return self._goto(call)
        if method.startswith("keyboard"):
            return self._keyboard(call)
        if method.startswith("mouse") and method != "mouseClick":
            return self._move(call)
        if method in _CLICKS:
            return [self._click(call)]
        if method == "dragAndDrop":
            return [self._drag(call)]
        return self._write(call)

    def _write(self, call: Call) -> list[Record]:
        details = self._details(call, "selector")
        if call.method in _UNSUPPORTED:
            return [lost(f"the call {call.method} is not supported", details)]
        if call.method == "hover":
            return [line("hover", {}, details)]
        if call.method == "setInputFiles":
            return [line("upload", {"files": _files(call)}, details)]
        if call.method not in _WRITES:
            return []
        self._focus = details.get("target", {})
        if call.method == "press":
            return [line("key", {"key": keys.normal(call.params.get("key"))}, details)]
        value = call.params.get(_WRITES[call.method], "")
        if call.method == "selectOption":
            return [chosen(_chosen(call), details)]
        return [typed(str(value), details, fill=call.method != "type")]

    def _goto(self, call: Call) -> list[Record]:
        """The first address is where the script starts; a later one counts as typed."""
        first = not self._page
        url = str(call.params.get("url", ""))
        before, self._page = self._page, {"url": url}
        return [] if first else [typed(url, {**before, "target": ADDRESS_BAR})]

    def _click(self, call: Call) -> Record:
        kind = _BUTTONS.get(str(call.params.get("button")), "click")
        is_double = call.method == "dblclick" or call.params.get("clickCount") == 2
        given = {"button": call.params.get("button") or "left", **_point(call, 0), "pressed": True}
        details = {**self._details(call, "selector"), "counted": True}
        self._focus = details.get("target", {})
        return line("double_click" if is_double else kind, given, details)

    def _drag(self, call: Call) -> Record:
        start, end = _point(call, 0), _point(call, -1)
        given = {"x1": start["x"], "y1": start["y"], "x2": end["x"], "y2": end["y"]}
        details = self._details(call, "source", of=0)
        to = _target(call, "target", of=-1)
        return line("drag", given, {**details, "to": to} if to else details)

    def _keyboard(self, call: Call) -> list[Record]:
        key = call.params.get("key")
        if call.method in ("keyboardType", "keyboardInsertText"):
            where = {"target": self._focus} if self._focus else {}
            return [typed(str(call.params.get("text", "")), {**self._page, **where}, fill=False)]
        if call.method == "keyboardUp":
            self._chords.up(key)
            return []
        chord = self._chords.down(key)
        self._focus = {} if "TAB" in chord else self._focus
        return [line("key", {"key": chord}, dict(self._page))] if chord else []

    def _move(self, call: Call) -> list[Record]:
        """Raw mouse events: a press and its release are joined when the recording is read."""
        page = dict(self._page)
        if call.method == "mouseMove":
            self._mouse = {axis: call.params.get(axis) for axis in ("x", "y")}
        if call.method in ("mouseDown", "mouseUp"):
            given = {"button": call.params.get("button") or "left", **self._mouse,
                     "pressed": call.method == "mouseDown"}  # fmt: skip
            return [line("click", given, page)]
        if call.method != "mouseWheel":
            return []
        dx, dy = (call.params.get(axis) or 0 for axis in ("deltaX", "deltaY"))
        given = {**self._mouse, "dx": dx / _PIXELS_A_NOTCH, "dy": -dy / _PIXELS_A_NOTCH}
        return [line("scroll", given, page)]

    def _details(self, call: Call, selector: str, of: int = -1) -> Record:
        target = _target(call, selector, of)
        return {**self._page, "target": target} if target else dict(self._page)


def _target(call: Call, selector: str, of: int = -1) -> Record:
    """The target from the selector, and the element that it resolved to."""
    seen = of_element(call.elements[of]) if call.elements else {}
    named = of_playwright(call.params.get(selector))
    ways = [*named.get("locators", ()), *seen.get("locators", ())]
    return {**seen, **named, **({"locators": ways} if ways else {})}


def _point(call: Call, of: int) -> Record:
    point = call.points[of] if call.points else call.params
    return {axis: point.get(axis) for axis in ("x", "y")}


def _files(call: Call) -> list[str]:
    """The names of the chosen files."""
    paths = [call.params.get(key) for key in ("localPaths", "streams", "payloads")]
    files = next((each for each in paths if isinstance(each, list)), [])
    named = [each.get("name") if isinstance(each, dict) else each for each in files]
    return [str(name).replace("\\", "/").rpartition("/")[2] for name in named if name]


def _chosen(call: Call) -> list[str]:
    """The chosen options of a list, by their visible text."""
    options = call.params.get("options")
    keys = ("label", "valueOrLabel", "value")
    named = [
        next(filter(None, (option.get(key) for key in keys)), "")
        for option in options or ()
        if isinstance(option, dict)
    ]
    return [str(each) for each in named or call.result.get("values") or ()]
