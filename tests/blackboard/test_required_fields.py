"""The table of required fields is that of the schemas, and never refuses what a model allows."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from blackboard.events.generate_shapes import SCHEMAS
from blackboard.events.required import REQUIRED, fault_of, is_known, json_type

SAMPLE: dict[str, Any] = {
    "string": "x", "integer": 1, "number": 1.5, "boolean": True, "array": [], "object": {},
}  # fmt: skip


def test_the_table_is_that_of_the_schemas() -> None:
    """Names and JSON types, of each version; a required field has one type in all its choices."""
    expected = {}
    for path in SCHEMAS.glob("*.v*.json"):
        type_, _, version = path.stem.rpartition(".v")
        schema = json.loads(path.read_text(encoding="utf-8"))
        fields = {name: kinds(schema["properties"][name], schema)
                  for name in schema.get("required", ())}  # fmt: skip
        expected[type_, int(version)] = fields
    assert expected == {
        key: {name: {kind} for name, kind in fields.items()} for key, fields in REQUIRED.items()
    }


def kinds(field: dict[str, Any], schema: dict[str, Any]) -> set[str]:
    """The JSON types that a schema allows a field."""
    if "$ref" in field:
        return kinds(schema["$defs"][field["$ref"].rpartition("/")[2]], schema)
    if "anyOf" in field:
        return {kind for each in field["anyOf"] for kind in kinds(each, schema)}
    return {field["type"]}


def test_a_fault_is_named_for_each_required_field() -> None:
    """One that is missing, null, or of any other type of JSON, and nothing of its text."""
    wrong = []
    for (type_, schema), fields in REQUIRED.items():
        payload = {name: SAMPLE[kind] for name, kind in fields.items()}
        if fault_of(type_, schema, payload) is not None:
            wrong.append(f"{type_}: {payload} is refused")
        for name, kind in fields.items():
            without = {key: value for key, value in payload.items() if key != name}
            if fault_of(type_, schema, without) != f"lacks {name!r}":
                wrong.append(f"{type_}: {name} may be missing")
            others = [*(each for key, each in SAMPLE.items() if key != kind), None]
            for other in others:
                if kind == "number" and other == 1 and other is not True:
                    continue
                found = fault_of(type_, schema, {**payload, name: other})
                if found is None or f"as {name!r}" not in found:
                    wrong.append(f"{type_}: {name} may be {other!r}")
    assert not wrong


def test_an_unknown_type_and_a_newer_version_pass() -> None:
    """Nobody here knows what they need."""
    assert fault_of("note.taken", 1, {"any": "thing"}) is None
    assert fault_of("turn.ended", 2, {}) is None
    assert not is_known("turn.ended", 2)
    assert is_known("turn.ended", 1)
    assert is_known("message.recorded", 1)


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=5,
))  # fmt: skip
def test_any_payload_has_a_fault_or_none(value: Any) -> None:
    """No value that JSON can hold makes it fail."""
    for field in ({}, {"session": value}, {"session": "s", "models": value}, value):
        fault = fault_of("usage.recorded", 1, field)
        assert fault is None or isinstance(fault, str)
    assert json_type(value) in {*SAMPLE, "null"}
