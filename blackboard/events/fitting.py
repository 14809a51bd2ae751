"""Whether a payload has the fields of its type with their JSON types; pure, and light to import.

`Board.append` checks whole models. This is for readers: other programs write to a log as well, and
what none of ours can have appended reads like a payload that was forgotten. It goes by the table
of `shapes.py`, and knows the newest version of each type.

A field's form is "s" (text), "i" (integer of 64 bits), "n" (number), "b", "0" (null) or "*" (any),
or a tuple: ("=", one, other) one of these values, ("i", least, most), ("[]", form) a list,
("()", form, form) a list of just these, ("{}", form) an object of any names, ("|", form, form) one
of several. A dict is an object with these fields; those whose name ends in "?" may be missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from blackboard.events.shapes import FIELDS

DEEPEST = 100
"""Levels of lists and objects in each other; functions that go through them recurse."""

_LEAST, _MOST = -(2**63), 2**63 - 1
_MOST_SHAPES = 4096
_SCALARS: dict[str, tuple[type, ...]] = {"s": (str,), "n": (int, float), "b": (bool,)}

_shapes: set[tuple[Any, ...]] = set()
"""Names of fields with the Python types of their values, as they were found to fit before."""


def unfit(type_: str, payload: object) -> str:
    """What is wrong with a payload, in words that hold none of its text; empty where it fits.

    Of types that are not the product's only that they are objects.

    >>> unfit("repository.observed", {"root": 5, "git_folder": "/app/.git"})
    'root is not of its JSON type'
    >>> unfit("repository.observed", {"root": "/app"})
    'git_folder is missing'
    >>> unfit("note.taken", {"anything": 1})
    ''
    """
    if type(payload) is not dict:
        return "it is no JSON object"
    form = FIELDS.get(type_)
    if form is None:
        return "" if _depth_is_fine(payload) else _TOO_DEEP
    shape = (type_, *payload, *map(type, payload.values()))
    if shape in _shapes:
        for name, fits in _by_value(type_):
            value = payload.get(name)
            if value is not None and not fits(value):
                return _wrong_in_object(form, payload, "")
        return ""
    wrong = _wrong_in_object(form, payload, "")
    if not wrong:
        if len(_shapes) >= _MOST_SHAPES:
            _shapes.clear()
        _shapes.add(shape)
    return wrong


_TEXT = {str}
_NESTING = frozenset({dict, list})
_TOO_DEEP = "it is nested too deeply"


@cache
def _by_value(type_: str) -> list[tuple[str, Callable[[Any], bool]]]:
    """The fields of which the Python type of the value does not say enough, and what does.

    For a payload of a known shape, so that None is allowed where it stands; replay pays for each.
    """
    return [(name.removesuffix("?"), _check(form)) for name, form in FIELDS[type_].items()
            if not _is_told_by_type(form)]  # fmt: skip


def _is_told_by_type(form: Any) -> bool:
    if isinstance(form, tuple) and form[0] == "|":
        return all(map(_is_told_by_type, form[1:]))
    return form in ("s", "n", "b", "0")


def _check(form: Any) -> Callable[[Any], bool]:
    """A quick way to see whether a value of the right Python type fits."""
    match form:
        case ("|", inner, "0"):
            return _check(inner)
        case ("=", *values):
            return frozenset(values).__contains__
        case "i":
            return range(_LEAST, _MOST + 1).__contains__
        case ("i", least, most):
            return range(least, most + 1).__contains__
        case ("[]", "s"):
            return _are_texts
        case ("{}", "*"):
            return _depth_is_fine
    return lambda value: not _wrong(form, value, "")


def _are_texts(values: Any) -> bool:
    return not values or set(map(type, values)) == _TEXT


def _wrong(form: Any, value: Any, name: str) -> str:
    """What is wrong with the value of a field."""
    if isinstance(form, str):
        return "" if _is_scalar(form, value) else f"{name} is not of its JSON type"
    if isinstance(form, dict):
        return _wrong_in_object(form, value, f"{name}.")
    match form:
        case ("=", *values):
            return "" if type(value) is str and value in values else f"{name} has no known value"
        case ("i", least, most):
            is_fit = type(value) is int and least <= value <= most
            return "" if is_fit else f"{name} is no integer within its bounds"
        case ("[]", inner):
            return _wrong_in_all(inner, value, list, name)
        case ("()", *forms):
            if type(value) is not list or len(value) != len(forms):
                return f"{name} is not of its JSON type"
            return next(filter(None, map(_wrong, forms, value, [name] * len(forms))), "")
        case ("{}", inner):
            return _wrong_in_all(inner, value, dict, name)
        case ("|", *forms):
            found = [_wrong(each, value, name) for each in forms]
            return "" if "" in found else found[0]
    raise AssertionError(form)


def _is_scalar(form: str, value: Any) -> bool:
    match form:
        case "i":
            return type(value) is int and _LEAST <= value <= _MOST
        case "0":
            return value is None
        case "*":
            return _depth_is_fine(value)
    return type(value) in _SCALARS[form]


def _wrong_in_all(form: Any, value: Any, kind: type[list[Any] | dict[str, Any]], name: str) -> str:
    if not isinstance(value, kind):
        return f"{name} is not of its JSON type"
    if form == "*":
        return "" if _depth_is_fine(value) else f"{name} is nested too deeply"
    items: list[Any] = list(value.values()) if isinstance(value, dict) else list(value)
    return next((wrong for item in items if (wrong := _wrong(form, item, name))), "")


def _wrong_in_object(form: Mapping[str, Any], value: Any, before: str) -> str:
    if type(value) is not dict:
        return f"{before.rstrip('.')} is not of its JSON type"
    for name, inner in form.items():
        field = name.removesuffix("?")
        if field in value:
            if wrong := _wrong(inner, value[field], f"{before}{field}"):
                return wrong
        elif field == name:
            return f"{before}{field} is missing"
    return ""


def _depth_is_fine(value: Any) -> bool:
    """Whether lists and objects in a value are nested no deeper than our functions go."""
    level = [value] if type(value) in _NESTING else []
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return True
    return False


def _inside(value: Any) -> list[Any]:
    """What a list or object holds of values that may hold others."""
    values = value.values() if type(value) is dict else value
    if _NESTING.isdisjoint(map(type, values)):
        return []
    return [each for each in values if type(each) in _NESTING]
