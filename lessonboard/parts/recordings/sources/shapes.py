"""Check what a manifest's line says of page and target, so that later code can rely on its types.

A new attribute adds its name to a table below; what is in no table is not looked at.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

TEXT, ADDRESS, NUMBER, FLAG = "a text", "an address", "a whole number", "true or false"
_MOST = 10**9

_STATE = {"headings": [TEXT], "messages": [TEXT], "focus": TEXT}
_WITHIN = {
    "kind": TEXT, "cells": [TEXT], "headers": [TEXT], "same": [FLAG], "selector": TEXT,
    "key": NUMBER, "twins": NUMBER,
}  # fmt: skip
_TARGET = {
    **dict.fromkeys(("role", "name", "label", "placeholder", "test_id", "text", "id", "tag",
                     "input_type", "autocomplete", "selector", "heading", "section", "form",
                     "frame", "dialog", "message", "title", "icon", "dialog_text", "beside",
                     "calendar", "checked"), TEXT),
    **dict.fromkeys(("alike", "nth", "ticked", "rivals", "across", "down"), NUMBER),
    **dict.fromkeys(("submits", "asks", "opens"), FLAG),
    **dict.fromkeys(("href", "form_action"), ADDRESS),
    "locators": [{"by": TEXT, "selector": TEXT}],
    "within": _WITHIN,
    "choice": {"kind": TEXT, "label": TEXT},
}  # fmt: skip
DETAILS = {
    "target": _TARGET, "to": _TARGET, "url": ADDRESS, "title": TEXT, "state": _STATE,
    "rows": [{"row": TEXT, "shown": FLAG}], "typed_for": TEXT,
    **dict.fromkeys(("fill", "set", "counted", "sensitive", "checked"), FLAG),
}  # fmt: skip


def misfit(
    value: Any, shape: Any = DETAILS, path: str = "details", *, is_listed: bool = False
) -> str:
    """What in a JSON value without nulls has not the shape that it must have; "" if nothing.

    Any attribute may be missing but those of the objects in a list.

    >>> misfit({"target": {"alike": "many"}}), misfit({"target": {"alike": 2, "mood": "many"}})
    ('details.target.alike is not a whole number', '')
    """
    if isinstance(shape, str):
        return "" if _is(shape, value) else f"{path} is not {shape}"
    if not isinstance(value, type(shape)):
        return f"{path} is not {'a list' if isinstance(shape, list) else 'an object'}"
    if isinstance(shape, list):
        found = (misfit(each, shape[0], f"{path}.{n}", is_listed=True)
                 for n, each in enumerate(value))  # fmt: skip
    else:
        found = (misfit(value.get(key), shape[key], f"{path}.{key}")
                 for key in shape if is_listed or key in value)  # fmt: skip
    return next(filter(None, found), "")


def without_nulls(value: Any) -> Any:
    """A JSON value without the keys that have none.

    >>> without_nulls({"name": None, "within": {"key": None, "cells": ["a"]}})
    {'within': {'cells': ['a']}}
    """
    if isinstance(value, dict):
        return {key: without_nulls(each) for key, each in value.items() if each is not None}
    return [without_nulls(each) for each in value] if isinstance(value, list) else value


def _is(kind: str, value: Any) -> bool:
    match kind:
        case "a whole number":
            return type(value) is int and 0 <= value < _MOST
        case "true or false":
            return isinstance(value, bool)
        case "an address":
            return isinstance(value, str) and _is_readable(value)
    return isinstance(value, str)


def _is_readable(url: str) -> bool:
    with suppress(ValueError):  # brackets that do not match
        urlsplit(url)
        return True
    return False
