"""Payloads of every type in the catalogue, made from its schema: valid ones, and broken ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import orjson

from blackboard.events.catalogue import CATALOGUE

_PATTERNS = {
    r"^[0-9a-f]{64}$": "0" * 64,
    r"^[0-9a-f]{40,64}$": "0" * 40,
}
"""An example for those that the word `testing` does not match."""

_EXAMPLES = {"root": "/src/app", "git_folder": "/src/app/.git", "cwd": "/src/app"}

WRONG: tuple[Any, ...] = (
    None, True, 0, -1, 2**63, 2**64 - 1, 1e308, "", "\0", "x" * 100_000, "relative/path", "../..",
    "unheard-of", "\u202e\u2028", [], [None], [[]], ["a", 1], {}, {"a": {"b": [1]}},
    orjson.loads("[" * 500 + "]" * 500),
)  # fmt: skip
"""What a foreign writer may put in the place of any value; each is JSON."""

TEXTS = ("", "null", "[]", "5", '"x"', "NaN", '{"a":"\\ud800"}', "{", '{"a":1e999}',
         '{"a":' * 2000 + "1" + "}" * 2000)  # fmt: skip
"""What may stand in the place of a payload's JSON."""


def _value(schema: Mapping[str, Any], parts: Mapping[str, Any], *, full: bool) -> Any:
    """A value that a schema allows, with all fields or only with those that must be there."""
    if "$ref" in schema:
        return _value(parts[schema["$ref"].rpartition("/")[2]], parts, full=full)
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return _value(schema[several][0], parts, full=full)
    match schema.get("type"):
        case "object":
            return _object(schema, parts, full=full)
        case "array":
            least = schema.get("minItems", 0)
            items = schema.get("prefixItems") or [schema.get("items", {})] * max(least, int(full))
            return [_value(each, parts, full=full) for each in items]
        case "string":
            return _PATTERNS.get(schema.get("pattern", ""), "testing")
        case "integer" | "number":
            return max(1, schema.get("minimum", 1)) if schema.get("maximum", 2) > 1 else 1
        case "boolean":
            return True
    return "anything"


def _object(schema: Mapping[str, Any], parts: Mapping[str, Any], *, full: bool) -> dict[str, Any]:
    needed = schema.get("required", ())
    return {
        name: _EXAMPLES.get(name) or _value(inner, parts, full=full)
        for name, inner in schema.get("properties", {}).items()
        if full or name in needed
    }


def _samples() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for model in CATALOGUE:
        schema = model.model_json_schema()
        found[model.type] = [
            _value(schema, schema.get("$defs", {}), full=full) for full in (True, False)
        ]
    return found


VALID = _samples()
"""Of each type a payload with all fields, and one with those alone that must be there."""

SCHEMAS = {model.type: model.version for model in CATALOGUE}


def invalid(payload: dict[str, Any]) -> Iterator[Any]:
    """A payload with each field left out or replaced by what does not belong there, also inside."""
    yield from ([], "text", {}, {"unheard": "of"})
    for name, value in payload.items():
        yield {field: each for field, each in payload.items() if field != name}
        for wrong in WRONG:
            yield {**payload, name: wrong}
        if isinstance(value, list) and value:
            inner = invalid(value[0]) if isinstance(value[0], dict) else WRONG
            yield from ({**payload, name: [each]} for each in inner)
        elif isinstance(value, dict):
            yield from ({**payload, name: each} for each in invalid(value))
