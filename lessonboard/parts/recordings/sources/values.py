"""The action type of a manifest line, and the value that its step card shows."""

from __future__ import annotations

from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.model import ActionType

TYPES: dict[str, ActionType] = {
    "type": "TYPE", "key": "KEYPRESS", "scroll": "SCROLL", "drag": "DRAG", "hover": "HOVER",
    "upload": "UPLOAD", "dialog": "DIALOG", "download": "DOWNLOAD", "check": "CHECK",
    "extract": "EXTRACT",
}  # fmt: skip
"""All other kinds are clicks."""

_CLICK_VALUES = {"double_click": "double", "right_click": "right", "middle_click": "middle"}


def value_of(kind: str, given: dict[str, Any], details: dict[str, Any]) -> str | None:
    """The value of a normalised action.

    TYPE: the text; of several options, one a line. KEYPRESS: the key, or
    "DOWN*12" for one that was pressed 12 times. SCROLL: "down 3". CLICK:
    "double", "right", "middle" or None. DRAG: the drop target. UPLOAD: a file name a line. DIALOG:
    "accept" or "dismiss"; of an accepted prompt, its text. DOWNLOAD: the file name, or None
    for any. CHECK: the
    expected value or None; `given["what"]` says of what. EXTRACT: "text" or "table".

    >>> value_of("upload", {"files": ["a.pdf", "b.pdf"]}, {})
    'a.pdf\\nb.pdf'
    >>> value_of("dialog", {"dialog": "confirm", "accepted": False}, {})
    'dismiss'
    """
    match kind:
        case "type":
            return str(given["text"])
        case "key":
            return keys.with_count(given["key"], given.get("count", 1))
        case "scroll":
            return _scrolled(given["dx"], given["dy"])
        case "drag":
            return _end_of_drag(details.get("to"))
        case "upload":
            return "\n".join(given["files"])
        case "dialog":
            return _answer(given)
        case "download":
            return given.get("file")
        case "check":
            return given.get("value")
        case "extract":
            return str(given["what"])
    return _CLICK_VALUES.get(kind)


def _answer(given: dict[str, Any]) -> str:
    if not given["accepted"]:
        return "dismiss"
    is_prompt = given.get("dialog", "prompt") == "prompt"
    return str(given["text"]) if is_prompt and "text" in given else "accept"


def _end_of_drag(to: object) -> str | None:
    """A drop target by role and name where both were recorded.

    >>> _end_of_drag({"role": "list", "name": "Done"}), _end_of_drag({"text": "Bin"})
    ('the list "Done"', 'Bin')
    """
    seen = to if isinstance(to, dict) else {}
    attributes = {
        key: " ".join(value.split()) for key, value in seen.items() if isinstance(value, str)
    }
    if attributes.get("role") and attributes.get("name"):
        return f'the {attributes["role"]} "{attributes["name"]}"'
    return next((name for key in ("name", "label", "text") if (name := attributes.get(key))), None)


def _scrolled(dx: float, dy: float) -> str:
    """The direction and distance in notches.

    >>> _scrolled(0, -3), _scrolled(2, 0.5)
    ('down 3', 'up 0.5 right 2')
    """
    axes = ((dy, "up", "down"), (dx, "right", "left"))
    return " ".join(f"{more if by > 0 else less} {abs(by):g}" for by, more, less in axes if by)
