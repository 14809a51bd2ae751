"""Convert a user flow that the Recorder of Chrome DevTools exported as JSON.

The format is `UserFlow` of github.com/puppeteer/replay. It has no screenshots and no times.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lessonboard.parts.recordings import key_names
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.sources.addresses import refused_scheme
from lessonboard.parts.recordings.sources.lines import line, lost, omitted, typed
from lessonboard.parts.recordings.sources.selectors import frame_of, of_devtools
from lessonboard.parts.recordings.sources.source_file import Converted, Converter, SourceFile

Record = dict[str, Any]

_BUTTONS = {"secondary": "right_click", "auxiliary": "middle_click"}
_SILENT = ("setViewport", "emulateNetworkConditions", "close")
_ACTS = {"click": "click", "doubleClick": "double_click", "hover": "hover", "change": "type"}
_TYPES = (*_SILENT, *_ACTS, "navigate", "keyDown", "keyUp", "scroll", "waitForElement",
          "waitForExpression")  # fmt: skip
"""All that the Recorder itself writes."""


def _sniff(source: SourceFile) -> bool:
    steps = source.json.get("steps") if isinstance(source.json, dict) else None
    return isinstance(steps, list) and any(_type(step) in _TYPES for step in steps)


def _convert(source: SourceFile) -> Iterator[Converted]:
    title, lines = source.json.get("title"), Flow().lines(source.json["steps"])
    name = title if isinstance(title, str) and title else source.path.stem
    config = {"source": "chrome-devtools-recorder"}
    yield Converted(name, lines, source.content, config, source.modified)


class Flow:
    """Converts the steps of a flow to lines, in order."""

    def __init__(self) -> None:
        self._page: Record = {}
        self._held: list[str] = []
        self._clicked: object = None

    def lines(self, steps: list[Any]) -> list[Record]:
        """The manifest lines of a flow; a step that has none becomes a `lost` line."""
        made = [each for number, step in enumerate(steps, 1)
                for each in self._step(step, f"step {number}")]  # fmt: skip
        return [*made, line("end", {}, dict(self._page))]

    def _step(self, step: Record, where: str) -> Iterator[Record]:
        kind = _type(step)
        if kind not in _TYPES:
            yield lost(f"{where} is no step of DevTools itself ({kind[:40] or 'none'})")
        elif kind == "navigate":
            yield from self._navigate(step, where)
        elif kind in ("keyDown", "keyUp"):
            yield from self._key(kind, step, where)
        else:
            if kind not in _SILENT:
                yield from self._lines_of(kind, step, where)
            self._clicked = step.get("selectors") if kind == "click" else None
            self._see(step)

    def _lines_of(self, kind: str, step: Record, where: str) -> Iterator[Record]:
        details = self._details(step)
        if kind == "scroll":
            yield omitted(f"{where} scrolls, as a rerun does by itself where it must")
        elif kind.startswith("wait"):
            yield _check(step, details, where)
        elif "target" not in details:
            yield lost(f"{where} ({kind}) does not say on what")
        elif kind == "change":
            yield from self._change(step, details, where)
        else:
            yield line(_BUTTONS.get(str(step.get("button")), _ACTS[kind]), {}, details)

    def _change(self, step: Record, details: Record, where: str) -> Iterator[Record]:
        value, target = step.get("value"), details["target"]
        is_clicked = self._clicked == step.get("selectors")  # a checkbox: the step before
        if not isinstance(value, str):
            yield lost(f"{where} (change) does not give a value")
        elif target.get("role") in ("checkbox", "radio") or (value == "on" and is_clicked):
            if not self._clicked:
                yield line("click", {}, details)
        elif target.get("input_type") == "file" or value.startswith("C:\\fakepath\\"):
            yield line("upload", {"files": [value.replace("\\", "/").rpartition("/")[2]]}, details)
        else:
            yield typed(value, details)

    def _navigate(self, step: Record, where: str) -> Iterator[Record]:
        """The first address is where the flow starts; a later one counts as typed."""
        url = step.get("url")
        if not isinstance(url, str) or not url:
            yield lost(f"{where} (navigate) does not give an address")
            return
        before, self._page = self._page, {"url": url}
        self._see(step)
        is_start = not before and not refused_scheme(url)  # whatever the file says of where it led
        if not is_start and not url.startswith(("chrome://new", "about:")):
            yield typed(url, {**before, "target": ADDRESS_BAR})

    def _see(self, step: Record) -> None:
        """Remember the page that a step led to."""
        events = step.get("assertedEvents")
        for event in events if isinstance(events, list) else ():
            if isinstance(event, dict) and event.get("type") == "navigation":
                seen = {key: event[key] for key in ("url", "title")
                        if isinstance(event.get(key), str) and event[key]}  # fmt: skip
                self._page = seen if "url" in seen else {**self._page, **seen}

    def _details(self, step: Record) -> Record:
        """The page of a step, which another window names by its address, and the target."""
        page, target = step.get("target"), of_devtools(step.get("selectors"))
        is_other = isinstance(page, str) and page != "main"
        frame = frame_of(step.get("frame"))
        named = {"target": {**target, **({"frame": frame} if frame else {})}} if target else {}
        return {**({"url": page} if is_other else self._page), **named, "counted": True}

    def _key(self, kind: str, step: Record, where: str) -> Iterator[Record]:
        """A key that goes down with the modifiers that are held makes a chord."""
        name = key_names.normal(step.get("key"))
        if kind == "keyUp" or name in key_names.MODIFIERS:
            self._held = [each for each in self._held if each != name]
            self._held += [name] if kind == "keyDown" else []
        elif not name:
            yield lost(f"{where} (keyDown) does not name a key")
        else:
            is_shifted = len(name) == 1 and self._held == ["SHIFT"]
            chord = [name] if is_shifted else [*self._held, name]
            yield line("key", {"key": chord}, dict(self._page))


def _check(step: Record, details: Record, where: str) -> Record:
    """The check that a wait makes: that something is there, hidden, or there so many times."""
    count, operator = step.get("count", 1), step.get("operator", ">=")
    is_more = step.get("attributes") or step.get("properties") or "target" not in details
    given: Record = {}
    if step.get("visible") is False or (count == 0 and operator in ("==", "<=")):
        given = {"what": "hidden"}
    elif count == 1 and operator in ("==", ">="):
        given = {"what": "visible"}
    elif type(count) is int and operator == "==":
        given = {"what": "count", "value": str(count)}
    if is_more or not given:
        return omitted(f"{where} waits for something that is not checked")
    return line("check", given, details)


def _type(step: object) -> str:
    kind = step.get("type") if isinstance(step, dict) else None
    return kind if isinstance(kind, str) else ""


DEVTOOLS = Converter("Chrome DevTools Recorder", _sniff, _convert)
