"""The arguments of a call, checked against the tool's definition before anything is done."""

from __future__ import annotations

from typing import Any

from blackboard.errors import BoardError
from blackboard.redaction.redact import redact_all
from lessonboard.mcp.definitions import MOST_ITEMS, MOST_NAME, MOST_TEXT, NAMES, Definition

_KINDS: dict[str, type] = {"string": str, "array": list, "object": dict}
_CALLED = {"string": "text", "array": "a list", "object": "an object"}


class BadArguments(BoardError):
    """A tool was called with arguments that it does not take."""


def check(tool: Definition, given: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments that say something, without secrets.

    Null is the same as leaving an argument out.

    Raises:
        BadArguments: one is missing, unknown, of the wrong type, or too large.
    """
    found = {name: value for name, value in given.items() if value is not None}
    for name in tool.needs:
        if name not in found or _is_blank(found[name]):
            raise BadArguments(f"{tool.name} needs {name!r}; it takes {_names(tool)}")
    for name, value in found.items():
        schema = tool.arguments.get(name)
        if schema is None:
            raise BadArguments(f"{tool.name} takes no {name[:60]!r}, only {_names(tool)}")
        _check_value(name, value, schema)
    return {name: redact_all(value).value for name, value in found.items()}


def _check_value(name: str, value: Any, schema: dict[str, Any]) -> None:
    if "enum" in schema:
        if value not in schema["enum"]:
            raise BadArguments(f"{name} must be one of {', '.join(schema['enum'])}")
        return
    kind = schema["type"]
    if not isinstance(value, _KINDS[kind]):
        raise BadArguments(f"{name} must be {_CALLED[kind]}, not {type(value).__name__}")
    _check_size(name, value)
    if isinstance(value, list):
        for each in value:
            _check_value(f"each of {name}", each, schema["items"])


def _check_size(name: str, value: Any) -> None:
    match value:
        case str() if len(value) > (most := MOST_NAME if name in NAMES else MOST_TEXT):
            raise BadArguments(
                f"{name} has {len(value)} characters; at most {most} are taken, shorten it"
            )
        case list() | dict() if len(value) > MOST_ITEMS:
            raise BadArguments(f"{name} has {len(value)} items; at most {MOST_ITEMS} are taken")


def _is_blank(value: Any) -> bool:
    return isinstance(value, str) and not value.strip()


def _names(tool: Definition) -> str:
    return ", ".join(tool.arguments)
