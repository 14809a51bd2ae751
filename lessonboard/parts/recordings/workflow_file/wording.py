"""What is wrong with the shape of a file, in words that say what to write instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from lessonboard.parts.recordings.workflow_file.shape import (
    FORMAT,
    InShape,
    OutcomeShape,
    PageShape,
    ParameterShape,
    StepShape,
    SubtaskShape,
    WorkflowShape,
)
from lessonboard.parts.recordings.workflow_file.yaml_tree import Mark, Path, Problem, Tree

_MOST_SHOWN = 60
_SHAPES: dict[str, type[BaseModel]] = {
    "parameters": ParameterShape, "steps": StepShape, "subtasks": SubtaskShape,
    "outcome": OutcomeShape, "after": PageShape, "in": InShape,
}  # fmt: skip
_CELLS = "write the cells as {Column: text} or as [text, text]"


def problems(error: ValidationError, tree: Tree) -> Iterator[Problem]:
    """What pydantic found wrong, each with its position."""
    found: dict[tuple[Mark, str], None] = {}
    for each in error.errors(include_url=False, include_context=True):
        path = _path(each, tree)
        is_key = each["type"] == "extra_forbidden"
        mark = tree.key_mark(path) if is_key else tree.mark(path)
        found[mark, _text(each, path)] = None
    yield from (Problem(mark, text) for mark, text in found)


def _path(error: ErrorDetails, tree: Tree) -> Path:
    """Where it is; pydantic adds the members of a union, which are not in the file."""
    path: Path = ()
    for part in error["loc"]:
        if (*path, part) not in tree.marks and error["type"] != "missing":
            break
        path = (*path, part)
    return path


def _text(error: ErrorDetails, path: Path) -> str:
    given, key = error["input"], path[-1] if path else ""
    if any(part in ("row", "item", "card") for part in path[-1:]):
        return _CELLS
    match error["type"]:
        case "extra_forbidden":
            return unknown("key", str(key), _keys(path))
        case "missing":
            return f"{key} is missing; write `{key}: {FORMAT if key == 'format' else '...'}`"
        case "literal_error":
            return unknown(f"{key}", shown(given), _choices(error))
        case "string_type":
            return f"{key or 'this'} must be a text{_quoted(given)}"
        case "int_parsing" | "int_type" | "int_from_float":
            return f"{key} must be a whole number, not {shown(given)!r}"
        case "bool_parsing" | "bool_type":
            return f"{key} must be true or false, not {shown(given)!r}"
        case "list_type":
            return f"{key} must be a list: each item on a line of its own, after `- `"
        case "dict_type" | "model_type" | "model_attributes_type":
            return f"{key or 'this'} must be a mapping of keys and values, not {shown(given)!r}"
        case "too_short" | "string_too_short":
            return f"{key} must not be empty"
    return f"{key}: {error['msg']}"


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """That a name is none of those known, with the nearest of them."""
    listed = list(known)
    near = get_close_matches(name, listed, n=1)
    advice = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(listed)}"
    return f"unknown {what} {name!r}; {advice}"


def shown(value: object) -> str:
    """The beginning of a value."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"


def _quoted(given: object) -> str:
    """What to write in place of `{name}` without quotes, which YAML takes for a mapping."""
    if isinstance(given, Mapping) and len(given) == 1 and next(iter(given.values())) in (None, ""):
        return f' in quotes: "{{{next(iter(given))}}}"'
    return ", not a list or a mapping; put it in quotes"


def _choices(error: ErrorDetails) -> list[str]:
    expected = str(error.get("ctx", {}).get("expected", ""))
    return [
        each.strip("' ") for each in expected.replace(" or ", ", ").split(", ") if each.strip("' ")
    ]


def _keys(path: Path) -> list[str]:
    """The keys that are allowed where one is unknown."""
    shape: type[BaseModel] = WorkflowShape
    for part in path[:-1]:
        shape = _SHAPES.get(str(part), shape)
    return [field.alias or name for name, field in shape.model_fields.items()]


def as_input(value: Any, *, keep: bool = False) -> Any:
    """A parsed file for validation: a key without a value is as if it were not there."""
    if isinstance(value, dict):
        inside = {key: as_input(item, keep=key in ("target", "row", "item", "card"))
                  for key, item in value.items()}  # fmt: skip
        if keep:
            return {key: "" if item is None else item for key, item in inside.items()}
        if len(inside) == 1 and next(iter(inside.values())) is None:
            return inside  # `{name}` without quotes, perhaps
        return {key: item for key, item in inside.items() if item is not None}
    if isinstance(value, list):
        return ["" if item is None else as_input(item) for item in value]
    return value
