"""Convert the commands of a Selenium IDE test to manifest lines.

The commands are those of github.com/SeleniumHQ/selenium-ide, versions 3 and 4.
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

from lessonboard.parts.recordings.sources.lines import line, lost, omitted, typed
from lessonboard.parts.recordings.sources.locators import ENTER_FRAME
from lessonboard.parts.recordings.sources.model import ADDRESS_BAR
from lessonboard.parts.recordings.sources.selenium_checks import check_line
from lessonboard.parts.recordings.sources.selenium_targets import of_selenium, selector_of
from lessonboard.parts.recordings.sources.selenium_values import (
    chosen,
    key_lines,
    pending_answer,
    visible_answer,
    without_tags,
)

Record = dict[str, Any]

_SILENT = ("", "echo", "setspeed", "pause", "waitforpagetoload", "debugger", "mousemove",
           "mousemoveat", "mouseout")  # fmt: skip
_CLICKS = {"click": "click", "clickat": "click", "doubleclick": "double_click",
           "doubleclickat": "double_click", "contextmenu": "right_click",
           "contextmenuat": "right_click", "check": "click", "uncheck": "click",
           "mouseover": "hover"}  # fmt: skip
_VARIABLE = re.compile(r"\$\{(?!KEY_)(\w+)\}")
_SIZE = re.compile(r"(\d{2,5})x(\d{2,5})")
_SCROLL = re.compile(r"^(?:window\.)?scrollTo\(\s*(-?[\d.]{1,24})\s*,\s*(-?[\d.]{1,24})\s*\);?$")
_TRIGGERS = ("click", "double_click", "key")
_BACKGROUNDS = ("html", "body")
_PIXELS_A_NOTCH = 100


def _with(lines: list[Record], made: list[Record]) -> list[Record]:
    """The lines with new ones; an assertion about a dialog and its answer are one line."""
    pair = [*lines[-1:], *made]
    if len(pair) != 2 or any(each["action_type"] != "dialog" for each in pair):
        return [*lines, *made]
    before, after = (each["action_details"] for each in pair)
    answer = before if "message" in after else after
    given = {**before, **after, **answer}
    return [*lines[:-1], {**pair[0], "action_details": given}]


class Test:
    """Converts the commands of a test to lines, in order."""

    def __init__(self, base: str) -> None:
        self.viewport: Record = {}
        self._base = base
        self._page: Record = {}
        self._is_open = False
        self._pages: dict[str, int] = {"win_ser_local": 0, "root": 0}
        self._number = 0
        self._frames: list[str] = []
        self._variables: dict[str, str] = {}
        self._answer: Record = {}
        self._pressed: object = None
        self._scrolled = (0.0, 0.0)

    def lines(self, commands: list[Record]) -> list[Record]:
        """The manifest lines of a test; a command that has none becomes a `lost` line."""
        lines: list[Record] = []
        for number, command in enumerate(commands, 1):
            name = str(command["command"]).strip()
            if name.startswith("//"):
                continue  # switched off by the author
            given = {key: self._filled(command.get(key)) for key in ("target", "value")}
            where = f"command {number} ({name[:40]})"
            unknown = _VARIABLE.search(f"{given['target']} {given['value']}")
            if unknown and name.lower() not in ("selectwindow", "echo"):
                lines.append(lost(f"{where} needs the variable {unknown[1]}", self._where()))
                continue
            made = self._lines_of(name.lower(), {**command, **given}, where)
            lines = _with(lines, made)
            if any(each["action_type"] in _TRIGGERS for each in made):
                if self._answer:
                    lines.append(line("dialog", self._answer, self._where()))
                self._answer, self._page = {}, {}  # where it led is not written in the project
            if command.get("opensWindow") is True:
                handle = str(command.get("windowHandleName") or f"win{number}")
                self._pages.setdefault(handle, max(self._pages.values()) + 1)
        return [*lines, line("end", {}, self._where())]

    def _lines_of(self, name: str, command: Record, where: str) -> list[Record]:
        target, value = command["target"], command["value"]
        if name in _SILENT:
            return []
        if name == "open":
            return self._open(target)
        if name in ("selectframe", "selectwindow", "storewindowhandle", "setwindowsize", "close"):
            return self._context(name, target, where)
        if name == "store":
            self._variables[value] = target
            return []
        if name in ("runscript", "executescript"):
            return [self._scroll(target, where)]
        answer = pending_answer(name, target)
        if answer:
            self._answer = answer
            return []
        answer = visible_answer(name, target)
        if answer:
            return [line("dialog", answer, self._where())]
        if name.startswith(("assert", "verify", "waitfor")):
            return [check_line(name, target, value, self._details(command), where)]
        return self._act(name, command, where)

    def _act(self, name: str, command: Record, where: str) -> list[Record]:
        details, value = self._details(command), command["value"]
        target = details.get("target", {})
        if not target:
            return [lost(f"{where} is not supported", details)]
        if name in _CLICKS:
            if target.get("selector") in _BACKGROUNDS and name.startswith("click"):
                return [omitted(f"{where} is a click on the page's background", details)]
            more = {"checked": name == "check"} if name in ("check", "uncheck") else {}
            return [line(_CLICKS[name], {}, {**details, "counted": True, **more})]
        if name == "type" and target.get("input_type") == "file":
            return [line("upload", {"files": [value.replace("\\", "/").split("/")[-1]]}, details)]
        if name in ("type", "editcontent"):
            return [typed(value if name == "type" else without_tags(value), details)]
        if name == "sendkeys":
            return key_lines(value, details)
        if name in ("select", "addselection"):
            role = {"role": "combobox" if name == "select" else "listbox"}
            return [typed(chosen(value), {**details, "target": {**role, **target}})]
        if name in ("draganddroptoobject", "draganddrop"):
            return [self._drag(details, value, where)]
        if name in ("mousedown", "mousedownat", "mouseup", "mouseupat"):
            return self._press(name, command, details)
        if name == "storetext":
            return [line("extract", {"what": "text"}, details)]
        return [lost(f"{where} is not supported", details)]

    def _open(self, target: str) -> list[Record]:
        """The first address is where the test starts; a later one counts as typed."""
        url = urljoin(self._base, target) if self._base else target
        first, before, self._is_open = not self._is_open, self._where(), True
        self._page, self._frames, self._scrolled = {"url": url}, [], (0.0, 0.0)
        return [] if first else [typed(url, {**before, "target": ADDRESS_BAR})]

    def _context(self, name: str, target: str, where: str) -> list[Record]:
        """Change the frame or window that the next commands are for."""
        if name == "selectframe":
            return self._enter(target, where)
        if name == "selectwindow":
            return self._switch(target, where)
        if name == "setwindowsize" and (size := _SIZE.fullmatch(target)):
            self.viewport = {"width": int(size[1]), "height": int(size[2])}
        if name == "storewindowhandle":
            self._pages[target] = self._number
        return []

    def _enter(self, target: str, where: str) -> list[Record]:
        kind, _, value = target.partition("=")
        if target in ("relative=top", "relative=parent"):
            self._frames = self._frames[:-1] if value == "parent" else []
            return []
        selector = selector_of(target)
        if kind == "index" and value.isdigit():
            selector = f"iframe >> nth={value}"
        if not selector:
            return [lost(f"{where} names a frame in an unknown way: {target[:60]!r}")]
        self._frames.append(selector)
        return []

    def _switch(self, target: str, where: str) -> list[Record]:
        name = target.removeprefix("handle=").removeprefix("name=").strip("${}")
        serial = re.fullmatch(r"win_ser_(\d{1,3})", name)
        if name not in self._pages and not serial:
            return [lost(f"{where} names an unknown window: {target[:60]!r}")]
        self._number = int(serial[1]) if serial else self._pages[name]
        self._frames = []
        return []

    def _scroll(self, script: str, where: str) -> Record:
        match = _SCROLL.match(script.strip())
        if not match:
            return lost(f"{where} runs a script: {script[:60]!r}", self._where())
        try:
            x, y = float(match[1]), float(match[2])
        except ValueError:
            return lost(f"{where} runs a script: {script[:60]!r}", self._where())
        dx, dy = x - self._scrolled[0], self._scrolled[1] - y
        self._scrolled = (x, y)
        given = {"dx": round(dx / _PIXELS_A_NOTCH, 2), "dy": round(dy / _PIXELS_A_NOTCH, 2)}
        if not any(given.values()):
            return omitted(f"{where} scrolls by nothing", self._where())
        return line("scroll", given, self._where())

    def _drag(self, details: Record, value: str, where: str) -> Record:
        to = of_selenium(value)
        if not to:
            return lost(f"{where} does not say to what", details)
        return line("drag", {}, {**details, "to": to})

    def _press(self, name: str, command: Record, details: Record) -> list[Record]:
        """A press and a release on two elements are a drag; on one they come with a click."""
        if name.startswith("mousedown"):
            self._pressed = command
            return []
        before, self._pressed = self._pressed, None
        if not isinstance(before, dict) or before["target"] == command["target"]:
            return []
        return [line("drag", {}, {**self._details(before), "to": details["target"]})]

    def _where(self) -> Record:
        more: Record = {"page": self._number} if self._number else {}
        return {**self._page, **more, **({"framed": True} if self._frames else {})}

    def _details(self, command: Record) -> Record:
        target = of_selenium(command["target"], command.get("targets"))
        if not target:
            return self._where()
        frame = {"frame": ENTER_FRAME.join(self._frames)} if self._frames else {}
        return {**self._where(), "target": {**target, **frame}}

    def _filled(self, text: object) -> str:
        known = text if isinstance(text, str) else ""
        return _VARIABLE.sub(lambda match: self._variables.get(match[1], match[0]), known)
