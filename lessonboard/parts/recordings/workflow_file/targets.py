"""Convert a target to its form in the file, and what a person wrote to a target."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lessonboard.parts.recordings.workflow_file.shape import ROLES, TARGET_KEYS, InShape

_FIELDS = {"css": "selector"}
"""Where the file has another word than the workflow."""

_PLACE = ("url", "frame", "ticked")
"""What stays when a person names another target: where it is looked for, and what is ticked there.
"""

_KINDS = ("row", "item", "card")
_LONGEST_HEADER = 200


def shown(target: Mapping[str, Any]) -> dict[str, str]:
    """The part of a target that a person reads: role and name, else all that may find it.

    >>> shown({"role": "button", "name": "Delete", "nth": "2", "selector": "#d"})
    {'button': 'Delete'}
    """
    role, name = _text(target, "role"), _text(target, "name")
    if role in ROLES and name and role not in TARGET_KEYS:
        return {role: name}
    found = {key: _text(target, _FIELDS.get(key, key)) for key in TARGET_KEYS}
    return {key: text for key, text in found.items() if text}


def written(shape: Mapping[str, str], before: Mapping[str, Any]) -> dict[str, Any]:
    """The target of what a person wrote; locators of the one that was there before do not hold.

    >>> written({"button": "Remove"}, {"role": "button", "name": "Delete", "selector": "#d"})
    {'role': 'button', 'name': 'Remove'}
    """
    kept = {key: before[key] for key in _PLACE if key in before}
    role = next((key for key in shape if key not in TARGET_KEYS), None)
    named = {"role": role, "name": shape[role]} if role else {}
    rest = {_FIELDS.get(key, key): text for key, text in shape.items() if key in TARGET_KEYS}
    return {**kept, **{key: text for key, text in {**named, **rest}.items() if text}}


def surroundings(target: Mapping[str, Any]) -> dict[str, Any]:
    """The row, item or card of a target, as the file has it; empty where there is none."""
    within = target.get("within")
    if not isinstance(within, Mapping) or within.get("kind") not in _KINDS:
        return {}
    cells = [str(cell) for cell in within.get("cells") or ()]
    headers = [str(header) for header in within.get("headers") or ()]
    named = _are_names(headers, cells)
    shape: dict[str, Any] = {
        within["kind"]: dict(zip(headers, cells, strict=True)) if named else cells
    }
    key = within.get("key")
    if isinstance(key, int) and 0 <= key < len(cells):
        shape["by"] = headers[key] if named else str(key + 1)
    return shape


def within(shape: InShape) -> dict[str, Any]:
    """The surroundings that a person wrote.

    Raises:
        ValueError: there are several, none, or `by` names no cell of them.
    """
    kinds = [kind for kind in _KINDS if getattr(shape, kind) is not None]
    if len(kinds) != 1:
        raise ValueError(f"write one of {', '.join(_KINDS)} here")
    said = getattr(shape, kinds[0])
    cells = list(said.values()) if isinstance(said, dict) else list(said)
    if not cells:
        raise ValueError(f"write what the {kinds[0]} says, at least one cell")
    found: dict[str, Any] = {"kind": kinds[0], "cells": cells}
    # What a person writes without `by` is meant: a number in it does not change from day to day.
    found |= {} if shape.by is not None else {"exact": True}
    names = list(said) if isinstance(said, dict) else [str(n + 1) for n in range(len(cells))]
    if isinstance(said, dict):
        found["headers"] = names
    if shape.by is not None:
        if shape.by not in names:
            raise ValueError(f"by: {shape.by!r} is none of the cells {', '.join(names)}")
        found["key"] = names.index(shape.by)
    return found


def _are_names(headers: list[str], cells: list[str]) -> bool:
    """Whether the columns can be the keys of a mapping."""
    return (
        bool(headers)
        and len(headers) == len(cells) == len(set(headers))
        and all(header and len(header) < _LONGEST_HEADER for header in headers)
    )


def _text(target: Mapping[str, Any], key: str) -> str:
    value = target.get(key)
    return "" if value is None else str(value)
