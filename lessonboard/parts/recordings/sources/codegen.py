"""Convert what `playwright codegen --target=jsonl` writes: JSON lines with Playwright's selectors.

The first line describes the browser, each other one an action: its `name`, the `selector` of its
target, the `pageGuid` of its page, and `signals` of what it made the browser do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from blackboard.sources.lines import parse
from lessonboard.parts.recordings import key_names
from lessonboard.parts.recordings.shared_names import ADDRESS_BAR
from lessonboard.parts.recordings.sources.lines import chosen, line, lost, omitted, typed
from lessonboard.parts.recordings.sources.selectors import of_playwright
from lessonboard.parts.recordings.sources.source_file import Converted, Converter, SourceFile

Record = dict[str, Any]

_BUTTONS = {"right": "right_click", "middle": "middle_click"}
_HELD = ((1, "ALT"), (2, "CTRL"), (4, "CMD"), (8, "SHIFT"))
"""The bits of `modifiers`."""

_LEADS_ON = ("click", "double_click", "key")
"""After these a page may be another; where it led is not in the file."""

_BLANK = ("", "about:blank", "chrome://newtab/")


def _sniff(source: SourceFile) -> bool:
    first = parse(source.content.partition(b"\n")[0])
    return first is not None and "browserName" in first


def _convert(source: SourceFile) -> Iterator[Converted]:
    lines = Session().lines(source.content.split(b"\n"))
    yield Converted(source.path.stem, lines, source.content, {"source": "playwright-codegen"},
                    source.modified)  # fmt: skip


class Session:
    """Converts the lines of a session, in order; `urls` are where its pages are, if known."""

    def __init__(self) -> None:
        self._urls: dict[str, str] = {}
        self._is_started = False

    def lines(self, raw: list[bytes]) -> list[Record]:
        """The manifest lines; an action that has none becomes a `lost` line."""
        made = [each for number, text in enumerate(raw[1:], 2) if text.strip()
                for each in self._line(parse(text), f"line {number}")]  # fmt: skip
        return [*made, line("end", {})]

    def _line(self, entry: Record | None, where: str) -> Iterator[Record]:
        if entry is None:
            yield lost(f"{where} is cut off, or is no JSON object")
            return
        page, name = str(entry.get("pageGuid")), entry.get("name")
        details: Record = {"url": self._urls[page]} if page in self._urls else {}
        if name in ("openPage", "navigate"):
            yield from self._opened(page, entry.get("url"), details, where)
        elif name != "closePage":
            details["target"] = of_playwright(entry.get("selector"))
            yield (made := _action(entry, details, where))
            if made["action_type"] in _LEADS_ON:
                self._urls.pop(page, None)
            yield from _signals(entry.get("signals"), where)

    def _opened(self, page: str, url: object, details: Record, where: str) -> Iterator[Record]:
        """The first address is where the task starts; a later one counts as typed."""
        if not isinstance(url, str):
            yield lost(f"{where} does not give an address")
        elif url not in _BLANK:
            if self._is_started:
                yield typed(url, {**details, "target": ADDRESS_BAR})
            self._urls[page], self._is_started = url, True


def _signals(signals: object, where: str) -> Iterator[Record]:
    """What an action made the browser do, beside opening another page."""
    for each in signals if isinstance(signals, list) else ():
        name = each.get("name") if isinstance(each, dict) else None
        if name == "download":
            yield line("download", {})
        elif name == "dialog":
            yield lost(f"{where} opened a dialog, and does not say how that was answered")


def _action(entry: Record, details: Record, where: str) -> Record:
    name, target = entry.get("name"), details["target"]
    if not target:
        return lost(f"{where} ({repr(name)[:60]}) does not say on what")
    match name:
        case "click":
            return _click(entry, details, where)
        case "check" | "uncheck":
            is_on = {"checked": name == "check", "counted": True}
            return line("click", {}, {**details, **is_on})
        case "hover":
            return line("hover", {}, details)
        case "fill" if isinstance(text := entry.get("text"), str):
            return typed(text, details)
        case "press" if key := key_names.normal(entry.get("key")):
            bits = entry.get("modifiers")
            held = [held for bit, held in _HELD if isinstance(bits, int) and bits & bit]
            return line("key", {"key": [*held, key]}, details)
        case "select" if options := _texts(entry.get("options")):
            role = "listbox" if len(options) > 1 else "combobox"
            return chosen(options, {**details, "target": {"role": role, **target}})
        case "setInputFiles" if files := _texts(entry.get("files")):
            return line("upload", {"files": [each.rpartition("/")[2] for each in files]}, details)
        case "assertVisible":
            return line("check", {"what": "visible"}, details)
        case "assertChecked":
            return line(
                "check", {"what": "checked" if entry.get("checked") else "unchecked"}, details
            )
        case "assertText" | "assertValue":
            what = "text" if name == "assertText" else "value"
            return line("check", {"what": what, "value": entry.get(what)}, details)
        case "assertSnapshot":
            return omitted(f"{where} compares a part of the page, which is not checked")
    return lost(f"{where} ({repr(name)[:60]}) is not known, or does not say enough")


def _click(entry: Record, details: Record, where: str) -> Record:
    if entry.get("modifiers"):
        return lost(f"{where} clicks while a key is held")
    if entry.get("position"):
        return lost(f"{where} clicks on a place in a picture")
    if details["target"].get("selector") in ("html", "body"):
        return omitted(f"{where} is a click on the page's background")
    kind = _BUTTONS.get(str(entry.get("button")), "click")
    return line(
        "double_click" if entry.get("clickCount") == 2 else kind, {}, {**details, "counted": True}
    )


def _texts(value: object) -> list[str]:
    """The texts of a list; none where anything else is in it."""
    named = value if isinstance(value, list) else []
    return named if all(isinstance(each, str) and each for each in named) else []


CODEGEN = Converter("playwright codegen", _sniff, _convert)
