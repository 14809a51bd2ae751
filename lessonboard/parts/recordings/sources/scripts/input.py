"""Convert the keyboard and the mouse of a Playwright script to manifest lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.chords import Chords
from lessonboard.parts.recordings.sources.lines import line, lost, typed
from lessonboard.parts.recordings.sources.scripts.model import Call

Record = dict[str, Any]

_PIXELS_A_NOTCH = 100


class Input:
    """Keys that are held, and where the mouse is."""

    def __init__(self) -> None:
        self._chords = Chords()
        self._mouse: Record = {}

    def lines(
        self, device: str, call: Call, page: Record, focus: Record, where: str
    ) -> Iterator[Record]:
        """The lines of one call; texts go to the element that had the focus last."""
        made = self._keyboard if device == "keyboard" else self._move
        yield from made(call, {**page, **({"target": focus} if focus else {})}, page, where)

    def _keyboard(self, call: Call, focused: Record, page: Record, where: str) -> Iterator[Record]:
        text = call.arguments[0] if call.arguments else None
        if not isinstance(text, str):
            yield lost(f"{where} uses the keyboard with something that is not written there", page)
        elif call.name in ("type", "insert_text"):
            yield typed(text, focused, fill=False)
        elif call.name == "up":
            self._chords.up(text)
        elif call.name == "down" and not (chord := self._chords.down(text)):
            return
        elif call.name in ("down", "press"):
            name = chord if call.name == "down" else keys.normal(text)
            if name:
                yield line("key", {"key": name}, page)
            else:
                yield lost(f"{where} presses a key of no known name", page)
        else:
            yield lost(f"{where}: keyboard.{call.name} is not supported", page)

    def _move(self, call: Call, focused: Record, page: Record, where: str) -> Iterator[Record]:
        numbers = [each for each in call.arguments if isinstance(each, int | float)][:2]
        point = dict(zip("xy", numbers, strict=False)) if len(numbers) == 2 else {}
        button = {"button": call.option("button", "left")}
        if call.name == "move" and point:
            self._mouse = point
        elif call.name in ("down", "up") and self._mouse:
            yield line("click", {**button, **self._mouse, "pressed": call.name == "down"}, page)
        elif call.name in ("click", "dblclick") and point:
            kind = "click" if call.name == "click" else "double_click"
            yield line(kind, {**button, **point, "pressed": True}, {**page, "counted": True})
        elif call.name == "wheel" and any(numbers) and len(numbers) == 2:
            dx, dy = (number / _PIXELS_A_NOTCH for number in numbers)
            yield line("scroll", {**self._mouse, "dx": dx, "dy": -dy}, page)
        else:
            yield lost(f"{where}: mouse.{call.name} is not supported", page)
