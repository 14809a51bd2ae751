"""The kinds of actions: their details are checked and normalised, and give the step's value."""

from __future__ import annotations

import math
from typing import Any

from lessonboard.parts.recordings import key_names
from lessonboard.parts.recordings.sources.model import ActionType

Given = dict[str, Any]

TYPES: dict[str, ActionType] = {
    "type": "TYPE", "key": "KEYPRESS", "scroll": "SCROLL", "drag": "DRAG", "hover": "HOVER",
    "upload": "UPLOAD", "dialog": "DIALOG", "download": "DOWNLOAD", "check": "CHECK",
    "extract": "EXTRACT",
}  # fmt: skip
"""All other kinds are clicks."""

_CLICKS = {"double_click": "double", "right_click": "right", "middle_click": "middle"}
_VALUES = {"type": "text", "download": "file", "check": "value", "extract": "what"}
_TEXTS = {"dialog": ("message", "text"), "download": ("file",), "check": ("value",)}
_LISTS = {"type": "texts", "upload": "files"}
_KNOWN = {
    "dialog": ("alert", "confirm", "prompt", "beforeunload"),
    "check": ("visible", "hidden", "text", "value", "url", "title", "checked", "unchecked",
              "count"),
    "extract": ("text", "table"),
}  # fmt: skip
_WITH_VALUE = ("text", "value", "url", "title", "count")
_MOST_REPEATS = 10_000


def normalise(kind: str, given: Given) -> str:
    """Normalise an action's details in place, and return the problem or ""."""
    if kind == "check" and type(given.get("value")) in (int, float):
        given["value"] = f"{given['value']:g}"
    for name in _TEXTS.get(kind, ()):
        if not isinstance(given.get(name), str):
            given.pop(name, None)
    if listed := _LISTS.get(kind):
        texts = given.pop(listed, None)
        named = [each for each in texts if isinstance(each, str)] if isinstance(texts, list) else []
        given.update({listed: named} if named else {})
    if kind in _KNOWN:
        return _unknown(kind, given)
    return _lacking(kind, given)


def value_of(kind: str, given: Given, details: Given) -> str | None:
    """The value of a normalised action, as its step card shows it.

    Of several options or files one a line; a key that was pressed 12 times is "DOWN*12"; a dialog
    "accept", "dismiss", or the text given to a prompt; a drag is its target.

    >>> value_of("scroll", {"dx": 2, "dy": -3}, {})
    'down 3 right 2'
    """
    match kind:
        case "key":
            return key_names.with_count(given["key"], given.get("count", 1))
        case "scroll":
            axes = ((given["dy"], "up", "down"), (given["dx"], "right", "left"))
            said = [f"{more if by > 0 else less} {abs(by):g}" for by, more, less in axes if by]
            return " ".join(said)
        case "drag":
            return _end_of_drag(details.get("to"))
        case "upload":
            return "\n".join(given["files"])
        case "dialog":
            is_prompt = given.get("dialog", "prompt") == "prompt" and "text" in given
            accepted = str(given["text"]) if is_prompt else "accept"
            return accepted if given["accepted"] else "dismiss"
    return given.get(_VALUES[kind]) if kind in _VALUES else _CLICKS.get(kind)


def _lacking(kind: str, given: Given) -> str:
    """What an action does not say enough of."""
    if kind == "type":
        given.update({"text": "\n".join(given["texts"])} if "texts" in given else {})
        is_text = isinstance(given.get("text"), str)
        return "" if is_text else "a text was typed that the line does not give"
    if kind == "key":
        given["key"], count = key_names.normal(given.get("key")), given.get("count")
        if type(count) is not int or not 1 < count <= _MOST_REPEATS:
            given.pop("count", None)
        return "" if given["key"] else "a key was pressed that the line does not name"
    if kind == "scroll":
        for axis in ("dx", "dy"):
            by = given.get(axis)
            given[axis] = by if isinstance(by, int | float) and math.isfinite(by) else 0
        return "" if given["dx"] or given["dy"] else "it was scrolled by nothing"
    is_nameless = kind == "upload" and "files" not in given
    return "a file was chosen that the line does not name" if is_nameless else ""


def _unknown(kind: str, given: Given) -> str:
    """What a dialog, a check or an extract says that is not known."""
    what = given.get("dialog", "alert") if kind == "dialog" else given.get("what")
    if kind == "dialog":
        given["accepted"] = given.get("accepted") is True
    if what not in _KNOWN[kind]:
        return f"the {kind} {repr(what)[:60]} is not known"
    is_lacking = kind == "check" and what in _WITH_VALUE and "value" not in given
    return f"a check of the {what} does not give its value" if is_lacking else ""


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
