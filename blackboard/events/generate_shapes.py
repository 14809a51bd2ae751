"""Makes `shapes.py` of the models and schemas: `python -m blackboard.events.generate_shapes`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from pprint import pformat
from typing import Any

from blackboard.events.catalogue import CATALOGUE
from blackboard.events.required import kind_of

FILE = Path(__file__).with_name("shapes.py")
SCHEMAS = Path(__file__).parents[2] / "schemas"


def text() -> str:
    """The whole file, of the models as they are."""
    forms, earlier = {}, {}
    for model in sorted(CATALOGUE, key=lambda model: model.type):
        schema = model.model_json_schema()
        forms[model.type] = _form(schema, schema.get("$defs", {}))
        if model.version > 1:
            earlier[model.type] = [_required(model.type, each) for each in range(1, model.version)]
    return _FILE.format(_python(forms), _python(earlier))


def _python(value: object) -> str:
    return pformat(value, width=98, compact=True, sort_dicts=False)


def _required(type_: str, version: int) -> dict[str, str]:
    """The required fields of a version that has no model any more, by its schema."""
    schema = json.loads((SCHEMAS / f"{type_}.v{version}.json").read_text(encoding="utf-8"))
    parts, fields = schema.get("$defs", {}), schema["properties"]
    return {name: kind_of(_form(fields[name], parts)) for name in schema.get("required", ())}


_FILE = '''"""The fields of each payload; made by `python -m blackboard.events.generate_shapes`.

For readers that must not wait for pydantic; `fitting.py` says how a form is read.
"""

from typing import Any

# fmt: off
FIELDS: dict[str, dict[str, Any]] = {0}

EARLIER: dict[str, list[dict[str, str]]] = {1}
"""The required fields of versions before, from the first on, with their JSON types."""
'''
_SCALARS = {"string": "s", "integer": "i", "number": "n", "boolean": "b", "null": "0"}


def _form(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> Any:
    """A JSON schema as a form of `fitting.py`."""
    if "$ref" in schema:
        return _form(parts[schema["$ref"].rpartition("/")[2]], parts)
    if "anyOf" in schema or "oneOf" in schema:
        several = schema.get("anyOf") or schema["oneOf"]
        return ("|", *(_form(each, parts) for each in several))
    if "const" in schema or "enum" in schema:
        return ("=", *schema.get("enum", [schema.get("const")]))
    match schema.get("type"):
        case "object" if "properties" in schema:
            needed = schema.get("required", ())
            return {
                name if name in needed else f"{name}?": _form(each, parts)
                for name, each in schema["properties"].items()
            }
        case "object":
            named = [*schema.get("patternProperties", {}).values()]
            inner = named[0] if named else schema.get("additionalProperties")
            return ("{}", _form(inner, parts) if isinstance(inner, dict) else "*")
        case "array" if "prefixItems" in schema:
            return ("()", *(_form(each, parts) for each in schema["prefixItems"]))
        case "array":
            return ("[]", _form(schema.get("items") or {}, parts))
        case "integer" if "minimum" in schema:
            most = schema.get("maximum", schema.get("exclusiveMaximum", 2**63) - 1)
            return ("i", schema["minimum"], most)
        case None:
            return "*"
        case kind:
            return _SCALARS[kind]


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
