"""Values of events in words, for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import orjson


def in_words(values: Mapping[str, Any]) -> dict[str, str]:
    """Return what is said by each name; what is empty says nothing.

    >>> in_words({"exit_code": 0, "parts": ["a", "b"], "lines": [], "codes": {"make": 0}})
    {'exit code': '0', 'parts': 'a, b', 'codes': 'make: 0'}
    """
    said = {name.replace("_", " "): _said(value) for name, value in values.items()}
    return {name: value for name, value in said.items() if value}


def _said(value: Any) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case str() | int() | float():
            return str(value)
        case list() if all(isinstance(each, str | int | float) for each in value):
            return ", ".join(map(str, value))
        case dict() if all(isinstance(each, str | int | float) for each in value.values()):
            return ", ".join(f"{name}: {each}" for name, each in value.items())
    return orjson.dumps(value).decode()
