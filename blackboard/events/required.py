"""Whether a payload has the required fields of its type: what servers and followers check.

Light and pure. The models say more; this is what can be asked of every event that comes in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from blackboard.events.shapes import EARLIER, FIELDS

_KINDS = {"s": "string", "i": "integer", "n": "number", "b": "boolean", "0": "null",
          "[]": "array", "()": "array", "{}": "object"}  # fmt: skip


def kind_of(form: Any) -> str:
    """The JSON type of a form of `fitting.py`; of a choice that of its first.

    >>> kind_of(("|", ("i", 0, 9), "0")), kind_of({"name?": "s"}), kind_of(("=", "a", "b"))
    ('integer', 'object', 'string')
    """
    match form:
        case dict():
            return "object"
        case ("|", first, *_):
            return kind_of(first)
        case ("=", first, *_):
            return json_type(first)
        case (sign, *_) if isinstance(form, tuple):
            return _KINDS[sign]
        case _:
            return _KINDS[form]


def _required() -> Iterator[tuple[tuple[str, int], dict[str, str]]]:
    for type_, form in FIELDS.items():
        earlier = EARLIER.get(type_, [])
        newest = {name: kind_of(inner) for name, inner in form.items() if name[-1] != "?"}
        for version, fields in enumerate([*earlier, newest], 1):
            yield (type_, version), fields


def is_known(type_: str, schema: int) -> bool:
    """Whether the required fields of a version of a type are known here."""
    return (type_, schema) in REQUIRED


def fault_of(type_: str, schema: int, payload: object) -> str | None:
    """What a payload lacks, without its text; None where nothing, or where nobody knows the type.

    >>> fault_of("turn.ended", 1, {"session": "s1"}), fault_of("note.taken", 1, {})
    (None, None)
    >>> fault_of("turn.ended", 1, {}), fault_of("turn.ended", 1, {"session": 7})
    ("lacks 'session'", "has a number as 'session', not a string")
    """
    if not isinstance(payload, dict):
        return f"is {_named(json_type(payload))}, not an object"
    for name, kind in REQUIRED.get((type_, schema), {}).items():
        if name not in payload:
            return f"lacks {name!r}"
        if not _IS[kind](payload[name]):
            return f"has {_named(json_type(payload[name]))} as {name!r}, not {_named(kind)}"
    return None


def json_type(value: object) -> str:
    """The type of a value in JSON.

    >>> [json_type(value) for value in (None, True, 1, 1.5, "", [], {})]
    ['null', 'boolean', 'number', 'number', 'string', 'array', 'object']
    """
    return next((kind for kind, holds in _IS.items() if kind != "integer" and holds(value)), "null")


def _named(kind: str) -> str:
    return kind if kind == "null" else f"an {kind}" if kind[0] in "aio" else f"a {kind}"


def _is_integer(value: Any) -> bool:
    """Whether a number is whole: JSON Schema takes 1.0 for an integer, as the models do."""
    return type(value) is int or (type(value) is float and value.is_integer())


_IS: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": _is_integer,
    "number": lambda value: type(value) in (int, float),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list | tuple),
    "object": lambda value: isinstance(value, dict),
}


REQUIRED = dict(_required())
"""The required fields of each type and version, with their JSON types."""
