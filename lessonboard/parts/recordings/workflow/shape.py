"""Give a parsed document its types, key by key, and say in words what does not fit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lessonboard.parts.recordings.workflow.keys import FORMAT, WORKFLOW, Key, Path

_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_MOST_SHOWN = 60
_CELLS = "write the cells as {Column: text} or as [text, text]"

Fault = tuple[Path, str]
"""Where something is wrong, and what."""


def shaped(value: object) -> tuple[dict[str, Any], list[Fault]]:
    """The document of a parsed file or of an event, without what does not fit, and what that is."""
    faults: list[Fault] = []
    document = _map(value, WORKFLOW, (), faults)
    return document, faults


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """That a name is none of those known, with the nearest of them."""
    from difflib import get_close_matches

    listed = list(known)
    near = get_close_matches(name, listed, n=1)
    advice = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(listed)}"
    return f"unknown {what} {name!r}; {advice}"


def shown(value: object) -> str:
    """The beginning of a value."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[: _MOST_SHOWN - 1]}…"


def _typed(value: object, key: Key, path: Path, faults: list[Fault]) -> Any:
    """A value as its key wants it; None, with a fault, where it does not fit."""
    match key.kind:
        case "text":
            return _text(value, key, path, faults)
        case "number":
            return _number(value, path, faults)
        case "flag":
            return _flag(value, path, faults)
        case "texts":
            return _texts(value, path, faults) if isinstance(value, list) else _text(
                value, key, path, faults)  # fmt: skip
        case "cells":
            return _cells(value, path, faults)
        case "map":
            return _map(value, key, path, faults)
        case "named":
            return _named(value, key, path, faults)
        case "list":
            return _list(value, key, path, faults)


def _text(value: object, key: Key, path: Path, faults: list[Fault]) -> str | None:
    name = path[-1]
    if not isinstance(value, str):
        faults.append((path, f"{name} must be a text{_quoted(value)}"))
        return None
    if key.choices and value not in key.choices:
        faults.append((path, unknown(str(name), shown(value), key.choices)))
        return None
    return value


def _quoted(given: object) -> str:
    """What to write in place of `{name}` without quotes, which YAML takes for a mapping."""
    if isinstance(given, Mapping) and len(given) == 1 and next(iter(given.values())) in (None, ""):
        return f' in quotes: "{{{next(iter(given))}}}"'
    return ", not a list or a mapping; put it in quotes"


def _number(value: object, path: Path, faults: list[Fault]) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10:
        return int(value)
    faults.append((path, f"{path[-1]} must be a whole number, not {shown(value)!r}"))
    return None


def _flag(value: object, path: Path, faults: list[Fault]) -> bool | None:
    found = value if isinstance(value, bool) else _FLAGS.get(str(value).lower())
    if found is None:
        faults.append((path, f"{path[-1]} must be true or false, not {shown(value)!r}"))
    return found


def _texts(value: list[Any], path: Path, faults: list[Fault]) -> list[str]:
    texts = [_text(each, Key("text", ""), (*path, n), faults) for n, each in enumerate(value)]
    return [text for text in texts if text is not None]


def _cells(value: object, path: Path, faults: list[Fault]) -> dict[str, str] | list[str] | None:
    """Cells; one without a text is the empty text, which is not compared."""
    each = value.values() if isinstance(value, Mapping) else value
    if (
        not isinstance(each, Iterable)
        or isinstance(each, str)
        or not all(text is None or isinstance(text, str) for text in each)
    ):
        faults.append((path, _CELLS))
        return None
    if isinstance(value, Mapping):
        return {str(name): text or "" for name, text in value.items()}
    return [text or "" for text in each]


def _map(value: object, key: Key, path: Path, faults: list[Fault]) -> dict[str, Any]:
    """A mapping with these keys; a key without a value is as if it were not there."""
    if not isinstance(value, Mapping):
        what = f"{path[-1]}" if path else "a workflow"
        faults.append((path, f"{what} must be a mapping of keys and values, not {shown(value)!r}"))
        return {}
    found: dict[str, Any] = {}
    for name, item in value.items():
        if name not in key.keys:
            faults.append(((*path, name), unknown("key", str(name), key.keys)))
        elif item is not None:
            typed = _typed(item, key.keys[name], (*path, name), faults)
            found |= {} if typed is None or typed in ({}, []) else {name: typed}
    for name in (name for name, each in key.keys.items() if each.is_needed):
        if value.get(name) is None:
            usual = FORMAT if name == "format" else "..."
            faults.append(((*path, name), f"{name} is missing; write `{name}: {usual}`"))
    return {name: found[name] for name in key.keys if name in found}


def _named(value: object, key: Key, path: Path, faults: list[Fault]) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        faults.append((path, f"{path[-1]} must be a mapping of names, not {shown(value)!r}"))
        return {}
    return {str(name): _map(each if each is not None else {}, key, (*path, name), faults)
            for name, each in value.items()}  # fmt: skip


def _list(value: object, key: Key, path: Path, faults: list[Fault]) -> list[Any]:
    if not isinstance(value, list):
        faults.append((path, f"{path[-1]} must be a list: each item on a line of its own, "
                             "after `- `"))  # fmt: skip
        return []
    if not value:
        faults.append((path, f"{path[-1]} must not be empty"))
    return [_map(each, key, (*path, n), faults) for n, each in enumerate(value)]
