"""Check and normalise the `action_details` of each kind of manifest line."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from lessonboard.parts.recordings.sources import keys

Given = dict[str, Any]

DIALOGS = ("alert", "confirm", "prompt", "beforeunload")
CHECKS = ("visible", "hidden", "text", "value", "url", "title", "checked", "unchecked", "count")
EXTRACTS = ("text", "table")

_MOST_REPEATS = 10_000
_WITH_VALUE = ("text", "value", "url", "title", "count")


def normalise(kind: str, given: Given) -> str:
    """Normalise an action's details in place, and return the problem or ""."""
    rule = _RULES.get(kind)
    return rule(given) if rule else ""


def _type(given: Given) -> str:
    texts = _texts(given.get("texts"))
    if texts:
        given.update(texts=texts, text="\n".join(texts))
    if not isinstance(given.get("text"), str):
        return "a text was typed that the line does not give"
    return ""


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
    if given.get("dialog", "alert") not in DIALOGS:  # scripts answer without knowing the kind
        return _unknown("dialog", given.get("dialog"))
    given["accepted"] = given.get("accepted") is True
    for key in ("message", "text"):
        if not isinstance(given.get(key), str):
            given.pop(key, None)
    return ""


def _download(given: Given) -> str:
    if not isinstance(given.get("file"), str) or not given["file"]:
        given.pop("file", None)  # scripts wait for a download of any name
    return ""


def _check(given: Given) -> str:
    what, value = given.get("what"), given.get("value")
    if what not in CHECKS:
        return _unknown("check", what)
    if isinstance(value, int | float) and not isinstance(value, bool):
        given["value"] = value = f"{value:g}"
    if what in _WITH_VALUE and not isinstance(value, str):
        return f"a check of the {what} does not give its value"
    if not isinstance(value, str):
        given.pop("value", None)
    return ""


def _extract(given: Given) -> str:
    return "" if given.get("what") in EXTRACTS else _unknown("extract", given.get("what"))


_RULES: dict[str, Callable[[Given], str]] = {
    "type": _type, "key": _key, "scroll": _scroll, "upload": _upload, "dialog": _dialog,
    "download": _download, "check": _check, "extract": _extract,
}  # fmt: skip


def _unknown(kind: str, value: object) -> str:
    return f"the {kind} {repr(value)[:60]} is not known"


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


def _number(value: object) -> float:
    is_number = isinstance(value, int | float) and math.isfinite(value)
    return value if is_number and isinstance(value, int | float) else 0
