"""The JSON Schema of an answer in the strict form: every field required, no others allowed."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel


def strict_schema(shape: type[BaseModel]) -> dict[str, Any]:
    """The schema of a shape as services with structured answers demand it."""
    schema = _strict(shape.model_json_schema())
    assert isinstance(schema, dict)
    return schema


def _strict(value: Any) -> Any:
    if isinstance(value, list):
        return [_strict(each) for each in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:  # may have nothing beside it
        return {"$ref": value["$ref"]}
    made = {name: _strict(part) for name, part in value.items() if name != "default"}
    for group in ("properties", "$defs"):  # their keys are names, and a field may be called default
        if isinstance(value.get(group), dict):
            made[group] = {name: _strict(part) for name, part in value[group].items()}
    if value.get("type") == "object":
        made |= {"required": list(value.get("properties", {})), "additionalProperties": False}
    return made
