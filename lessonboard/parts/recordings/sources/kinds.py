"""The kinds of actions: their details are checked and normalised, and give the step's value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from lessonboard.parts.recordings.sources import keys
from lessonboard.parts.recordings.sources.model import ActionType

Given = dict[str, Any]

TYPES: dict[str, ActionType] = {
    "type": "TYPE", "key": "KEYPRESS", "scroll": "SCROLL", "drag": "DRAG", "hover": "HOVER",
    "upload": "UPLOAD", "dialog": "DIALOG", "download": "DOWNLOAD", "check": "CHECK",
    "extract": "EXTRACT",
}  # fmt: skip
"""All other kinds are clicks."""

DIALOGS = ("alert", "confirm", "prompt", "beforeunload")
CHECKS = ("visible", "hidden", "text", "value", "url", "title", "checked", "unchecked", "count")
EXTRACTS = ("text", "table")

_CLICK_VALUES = {"double_click": "double", "right_click": "right", "middle_click": "middle"}
_MOST_REPEATS = 10_000
_WITH_VALUE = ("text", "value", "url", "title", "count")


def normalise(kind: str, given: Given) -> str:
    """Normalise an action's details in place, and return the problem or ""."""
    rule = _RULES.get(kind)
    return rule(given) if rule else ""


def value_of(kind: str, given: Given, details: Given) -> str | None:
    """The value of a normalised action, as its step card shows it.

    TYPE: the text; of several options, one a line. KEYPRESS: the key, or "DOWN*12" for one that was
    pressed 12 times. SCROLL: "down 3". CLICK: "double", "right", "middle" or None. DRAG: the drop
    target. UPLOAD: a file name a line. DIALOG: "accept" or "dismiss"; of an accepted prompt, its
    text. DOWNLOAD: the file name, or None for any. CHECK: the expected value or None;
    `given["what"]` says of what. EXTRACT: "text" or "table".

    >>> value_of("scroll", {"dx": 2, "dy": -3}, {})
    'down 3 right 2'
    """
    match kind:
        case "type":
            return str(given["text"])
        case "key":
            return keys.with_count(given["key"], given.get("count", 1))
        case "scroll":
            axes = ((given["dy"], "up", "down"), (given["dx"], "right", "left"))
            return " ".join(f"{more if by > 0 else less} {abs(by):g}"
                            for by, more, less in axes if by)  # fmt: skip
        case "drag":
            return _end_of_drag(details.get("to"))
        case "upload":
            return "\n".join(given["files"])
        case "dialog":
            is_prompt = given.get("dialog", "prompt") == "prompt" and "text" in given
            accepted = str(given["text"]) if is_prompt else "accept"
            return accepted if given["accepted"] else "dismiss"
        case "extract":
            return str(given["what"])
    return given.get({"download": "file", "check": "value"}.get(kind, ""), _CLICK_VALUES.get(kind))


def _end_of_drag(to: object) -> str | None:
    """A drop target by role and name where both were recorded.

    >>> _end_of_drag({"role": "list", "name": "Done"}), _end_of_drag({"text": "Bin"})
    ('the list "Done"', 'Bin')
    """
    seen = to if isinstance(to, dict) else {}
    said = {key: " ".join(value.split()) for key, value in seen.items() if isinstance(value, str)}
    if said.get("role") and said.get("name"):
        return f'the {said["role"]} "{said["name"]}"'
    return next((name for key in ("name", "label", "text") if (name := said.get(key))), None)


def _type(given: Given) -> str:
    if texts := _texts(given.get("texts")):
        given.update(texts=texts, text="\n".join(texts))
    is_text = isinstance(given.get("text"), str)
    return "" if is_text else "a text was typed that the line does not give"


def _key(given: Given) -> str:
    given["key"] = keys.normal(given.get("key"))
    count = given.get("count", 1)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 < count <= _MOST_REPEATS:
        given.pop("count", None)
    return "" if given["key"] else "a key was pressed that the line does not name"


def _scroll(given: Given) -> str:
    given.update({axis: _number(given.get(axis)) for axis in ("dx", "dy")})
    return "" if given["dx"] or given["dy"] else "it was scrolled by nothing"


def _upload(given: Given) -> str:
    given["files"] = _texts(given.get("files"))
    return "" if given["files"] else "a file was chosen that the line does not name"


def _dialog(given: Given) -> str:
    if given.get("dialog", "alert") not in DIALOGS:
        return _unknown("dialog", given.get("dialog"))
    given["accepted"] = given.get("accepted") is True
    _keep_texts(given, "message", "text")
    return ""


def _download(given: Given) -> str:
    _keep_texts(given, "file")
    return ""


def _check(given: Given) -> str:
    what, value = given.get("what"), given.get("value")
    if what not in CHECKS:
        return _unknown("check", what)
    if isinstance(value, int | float) and not isinstance(value, bool):
        given["value"] = value = f"{value:g}"
    if what in _WITH_VALUE and not isinstance(value, str):
        return f"a check of the {what} does not give its value"
    _keep_texts(given, "value")
    return ""


def _extract(given: Given) -> str:
    return "" if given.get("what") in EXTRACTS else _unknown("extract", given.get("what"))


_RULES: dict[str, Callable[[Given], str]] = {
    "type": _type, "key": _key, "scroll": _scroll, "upload": _upload, "dialog": _dialog,
    "download": _download, "check": _check, "extract": _extract,
}  # fmt: skip


def _keep_texts(given: Given, *names: str) -> None:
    """Drop what should be a text and is none."""
    for name in names:
        if not isinstance(given.get(name), str):
            given.pop(name, None)


def _unknown(kind: str, value: object) -> str:
    return f"the {kind} {repr(value)[:60]} is not known"


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _number(value: object) -> float:
    return value if isinstance(value, int | float) and math.isfinite(value) else 0
