"""Convert a user flow that the Recorder of Chrome DevTools exported as JSON.

The format is `UserFlow` of github.com/puppeteer/replay. It has no screenshots and no times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.addresses import refused_scheme
from lessonboard.parts.recordings.sources.lines import line, lost, omitted, typed, upload
from lessonboard.parts.recordings.sources.model import ADDRESS_BAR, NotARecording
from lessonboard.parts.recordings.sources.selectors import frame_of, of_devtools
from lessonboard.parts.recordings.sources.source_file import Converted, Converter, SourceFile

Record = dict[str, Any]

_BUTTONS = {"secondary": ("right_click", "right"), "auxiliary": ("middle_click", "middle")}
_PIXELS_A_NOTCH = 100
_SILENT = ("setViewport", "emulateNetworkConditions", "close")
_CLICKS = {"click": "click", "doubleClick": "double_click", "hover": "hover"}
_TYPES = (*_SILENT, *_CLICKS, "navigate", "change", "keyDown", "keyUp", "scroll", "waitForElement",
          "waitForExpression", "customStep")  # fmt: skip
"""All that the Recorder and its extensions write."""

_TEXTS = {"value": "value", "innerText": "text", "textContent": "text"}
"""The properties of an element that a check can compare."""


def _sniff(source: SourceFile) -> bool:
    """Whether a file is a flow, or something so much like one that its steps must be judged."""
    steps = source.json.get("steps") if isinstance(source.json, dict) else None
    return isinstance(steps, list) and any(_type(step) in _TYPES for step in steps)


def _convert(source: SourceFile) -> Iterator[Converted]:
    flow: Record = source.json
    strange = Counter(
        _type(step) or "no type" for step in flow["steps"] if _type(step) not in _TYPES
    )
    if strange:
        named = ", ".join(f"{name[:40]} ({n})" for name, n in strange.most_common(5))
        found = f"{strange.total()} of its {len(flow['steps'])} steps are of another tool: {named}"
        raise NotARecording(source.path, found, "export it as a recording of Chrome DevTools")
    title = flow.get("title")
    yield Converted(
        title=title if isinstance(title, str) and title else source.path.stem,
        lines=Flow().lines(flow),
        seed=source.content,
        config={"source": "chrome-devtools-recorder"},
        created_at=source.modified,
    )


class Flow:
    """Converts the steps of a flow to lines, in order."""

    def __init__(self) -> None:
        self._page: Record = {}
        self._held: list[str] = []
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
            return _checks(step, details, where)
        if "target" not in details:
            return [lost(f"{where} ({kind}) does not say on what", details)]
        if kind == "change":
            return self._change(step, details, where)
        if kind == "hover":
            return [line("hover", {}, details)]
        name, button = _BUTTONS.get(str(step.get("button")), (_CLICKS[kind], "left"))
        return [line(name, {"button": button}, {**details, "counted": True})]

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
            return [upload([value], details, where)]
        return [typed(value, details)]

    def _navigate(self, step: Record, where: str) -> list[Record]:
        """The first address is where the flow starts; a later one counts as typed."""
        url = step.get("url")
        if not isinstance(url, str) or not url:
            return [lost(f"{where} (navigate) does not give an address")]
        before, self._page = self._page, {"url": url}
        self._scrolled.clear()
        self._see(step)
        is_start = not before and not refused_scheme(url)  # whatever the file says of where it led
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
        frame = frame_of(step.get("frame"))
        more: Record = {"page": number} if number else {}
        more |= {"framed": True} if frame else {}
        if target:
            more["target"] = {**target, "frame": frame} if frame else target
        return {**self._page, **more}

    def _key(self, kind: str, step: Record, where: str) -> list[Record]:
        """A key that goes down with the modifiers that are held makes a chord."""
        key = step.get("key")
        name = keys.normal(key)
        if kind == "keyUp" or name in keys.MODIFIERS:
            self._held = [each for each in self._held if each != name]
            self._held += [name] if kind == "keyDown" else []
            return []
        if not isinstance(key, str) or not name:
            return [lost(f"{where} (keyDown) does not name a key")]
        if len(name) == 1 and self._held == ["SHIFT"]:
            chord = name.upper() if key.startswith("Key") else name
        else:
            chord = keys.normal([*self._held, name]) if self._held else name
        return [line("key", {"key": chord}, dict(self._page))]

    def _scroll(self, step: Record, details: Record) -> list[Record]:
        """A flow holds absolute positions; the line holds the distance."""
        target = repr(step.get("selectors"))
        x, y = _number(step.get("x")), _number(step.get("y"))
        before = self._scrolled.get(target, (0.0, 0.0))
        self._scrolled[target] = (x, y)
        dx, dy = (x - before[0]) / _PIXELS_A_NOTCH, (before[1] - y) / _PIXELS_A_NOTCH
        given = {"dx": round(dx, 2), "dy": round(dy, 2)}
        return [line("scroll", given, details)] if any(given.values()) else []


def _checks(step: Record, details: Record, where: str) -> list[Record]:
    """The checks that a wait makes; what else it waits for is reported."""
    if step["type"] == "waitForExpression" or "target" not in details:
        return [omitted(f"{where} waits for something that is not checked", details)]
    count, operator = step.get("count", 1), step.get("operator", ">=")
    given: Record = {"what": "visible"}
    if step.get("visible") is False or (count == 0 and operator in ("==", "<=")):
        given = {"what": "hidden"}
    elif type(count) is int and count != 1 and operator == "==":
        given = {"what": "count", "value": str(count)}
    elif count != 1 or operator not in ("==", ">="):
        return [omitted(f"{where} waits for {_short(operator)} {_short(count)} elements", details)]
    wanted = [step.get(kind) for kind in ("attributes", "properties")]
    compared = [_compared(name, value, details, where) for each in wanted
                if isinstance(each, dict) for name, value in each.items()]  # fmt: skip
    return [line("check", given, details), *compared]


def _compared(name: str, value: object, details: Record, where: str) -> Record:
    if name == "checked" and isinstance(value, bool):
        return line("check", {"what": "checked" if value else "unchecked"}, details)
    if name in _TEXTS and isinstance(value, str):
        return line("check", {"what": _TEXTS[name], "value": value}, details)
    return omitted(f"{where} waits for the property {_short(name)}", details)


def _type(step: object) -> str:
    kind = step.get("type") if isinstance(step, dict) else None
    return kind if isinstance(kind, str) else ""


def _short(value: object) -> str:
    return repr(value)[:60]


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


DEVTOOLS = Converter("Chrome DevTools Recorder", _sniff, _convert)
