"""Convert what `playwright codegen --target=jsonl` writes: JSON lines with Playwright's selectors.

The first line describes the browser, each other one an action: its `name`, the `selector` of its
target, the `pageGuid` of its page, and `signals` of what it made the browser do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from blackboard.sources.lines import parse
from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.lines import chosen, line, lost, omitted, typed, upload
from lessonboard.parts.recordings.sources.model import ADDRESS_BAR
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
    yield Converted(
        title=source.path.stem,
        lines=Session().lines(source.content.split(b"\n")[1:]),
        seed=source.content,
        config={"source": "playwright-codegen"},
        created_at=source.modified,
    )


class Session:
    """Converts the lines of a session, in order."""

    def __init__(self) -> None:
        self._pages: dict[str, int] = {}
        self._urls: dict[int, str] = {}
        self._is_started = False
        self._last = 0

    def lines(self, raw: list[bytes]) -> list[Record]:
        """The manifest lines; an action that has none becomes a `lost` line."""
        made = [each for number, text in enumerate(raw, 2) if text.strip()
                for each in self._line(parse(text), f"line {number}")]  # fmt: skip
        return [*made, line("end", {}, self._where(self._last))]

    def _line(self, entry: Record | None, where: str) -> Iterator[Record]:
        if entry is None:
            yield lost(f"{where} is cut off, or is no JSON object")
            return
        number, name = self._page(entry.get("pageGuid")), entry.get("name")
        if name == "closePage":
            return
        self._last = number
        if name in ("openPage", "navigate"):
            yield from self._opened(number, entry.get("url"), where)
            return
        for made in self._action(entry, number, where):
            yield made
            if made["action_type"] in _LEADS_ON:
                self._urls.pop(number, None)
        yield from self._signals(entry.get("signals"), number, where)

    def _opened(self, number: int, url: object, where: str) -> Iterator[Record]:
        """The first address is where the task starts; a later one counts as typed."""
        if not isinstance(url, str):
            yield lost(f"{where} does not give an address")
        elif url not in _BLANK:
            before, self._urls[number] = self._where(number), url
            if self._is_started:
                yield typed(url, {**before, "target": ADDRESS_BAR})
            self._is_started = True

    def _action(self, entry: Record, number: int, where: str) -> Iterator[Record]:
        target, rule = of_playwright(entry.get("selector")), _RULES.get(str(entry.get("name")))
        details = {**self._where(number), "target": target}
        if "frame" in target:
            details["framed"] = True
        if rule is None:
            yield lost(f"{where} ({_short(entry.get('name'))}) is not supported", details)
        elif not target:
            yield lost(f"{where} ({entry['name']}) does not say on what", details)
        else:
            yield rule(entry, details, where)

    def _signals(self, signals: object, number: int, where: str) -> Iterator[Record]:
        for each in signals if isinstance(signals, list) else ():
            name = each.get("name") if isinstance(each, dict) else None
            if name == "popup":
                self._page(each.get("popupPageGuid"))
            elif name == "download":
                yield line("download", {}, self._where(number))
            elif name == "dialog":
                yield lost(
                    f"{where} opened a dialog, and the file does not say how it was answered"
                )

    def _page(self, guid: object) -> int:
        """The number of a page; an entry without one is on the first."""
        return self._pages.setdefault(guid, len(self._pages)) if isinstance(guid, str) else 0

    def _where(self, number: int) -> Record:
        url = self._urls.get(number)
        return {**({"url": url} if url else {}), **({"page": number} if number else {})}


def _click(entry: Record, details: Record, where: str) -> Record:
    if entry.get("modifiers"):
        return lost(f"{where} clicks while a key is held", details)
    if entry.get("position"):
        return lost(f"{where} clicks on a place in a picture", details)
    if details["target"].get("selector") in ("html", "body"):
        return omitted(f"{where} is a click on the page's background", details)
    button = str(entry.get("button", "left"))
    kind = "double_click" if entry.get("clickCount") == 2 else _BUTTONS.get(button, "click")
    return line(kind, {"button": button}, {**details, "counted": True})


def _check(entry: Record, details: Record, _: str) -> Record:
    wanted = {"counted": True, "checked": entry["name"] == "check"}
    return line("click", {"button": "left"}, {**details, **wanted})


def _fill(entry: Record, details: Record, where: str) -> Record:
    text = entry.get("text")
    return (
        typed(text, details) if isinstance(text, str) else lost(f"{where} types no text", details)
    )


def _press(entry: Record, details: Record, where: str) -> Record:
    bits, key = entry.get("modifiers"), entry.get("key")
    held = [name for bit, name in _HELD if isinstance(bits, int) and bits & bit]
    name = keys.normal([*held, key]) if isinstance(key, str) and keys.normal(key) else ""
    return (
        line("key", {"key": name}, details)
        if name
        else lost(f"{where} does not name a key", details)
    )


def _select(entry: Record, details: Record, where: str) -> Record:
    options = entry.get("options")
    named = options if isinstance(options, list) else []
    if not named or not all(isinstance(each, str) and each for each in named):
        return lost(f"{where} chooses an option that it does not name", details)
    role = {"role": "listbox" if len(named) > 1 else "combobox"}
    return chosen(named, {**details, "target": {**role, **details["target"]}})


def _files(entry: Record, details: Record, where: str) -> Record:
    return upload(entry.get("files"), details, where)


def _visible(_: Record, details: Record, __: str) -> Record:
    return line("check", {"what": "visible"}, details)


def _ticked(entry: Record, details: Record, _: str) -> Record:
    return line("check", {"what": "checked" if entry.get("checked") else "unchecked"}, details)


def _compared(entry: Record, details: Record, _: str) -> Record:
    what = "text" if entry["name"] == "assertText" else "value"
    return line("check", {"what": what, "value": entry.get(what)}, details)


def _snapshot(_: Record, details: Record, where: str) -> Record:
    return omitted(f"{where} compares a whole part of the page, which is not checked", details)


def _hover(_: Record, details: Record, __: str) -> Record:
    return line("hover", {}, details)


def _short(value: object) -> str:
    return repr(value)[:60]


_RULES: dict[str, Callable[[Record, Record, str], Record]] = {
    "click": _click, "check": _check, "uncheck": _check, "fill": _fill, "press": _press,
    "select": _select, "setInputFiles": _files, "hover": _hover, "assertVisible": _visible,
    "assertChecked": _ticked, "assertText": _compared, "assertValue": _compared,
    "assertSnapshot": _snapshot,
}  # fmt: skip

CODEGEN = Converter("playwright codegen", _sniff, _convert)
