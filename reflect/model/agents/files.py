"""Read an agent's own files: JSON, perhaps with comments; what is missing or torn is empty."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

_NO_DATA = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')


def text_of(*paths: Path) -> str:
    """The text of the first file that can be read, "" if there is none."""
    for path in paths:
        try:
            return path.read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
    return ""


def fields(text: str) -> dict[str, Any]:
    """The JSON object in a text with comments and trailing commas, {} if there is none.

    >>> fields('{"a": "//", /* why */ "b": [1,],} // end')
    {'a': '//', 'b': [1]}
    """
    bare = _NO_DATA.sub(_kept, text)
    try:
        value = json.loads(_LAST_COMMA.sub(_kept, bare))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def at(value: Any, *keys: str) -> Any:
    """The value under the keys of nested objects, None if it is not there."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def word(value: Any, *keys: str) -> str:
    """The same if it is a text, else ""."""
    found = at(value, *keys)
    return found if isinstance(found, str) else ""


def count(value: Any, *keys: str) -> int:
    """The same if it is a count, else 0."""
    found = at(value, *keys)
    return found if type(found) is int and 0 < found < 2**53 else 0


def _kept(found: re.Match[str]) -> str:
    return found[1] or ""
