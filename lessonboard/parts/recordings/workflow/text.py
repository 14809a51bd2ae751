"""Write plain values as YAML that every version of YAML reads as the same texts.

PyYAML parses the file but does not write it: its quick emitter escapes every emoji, and leaves
texts such as `1e3` bare, which YAML 1.2 takes for a number.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_WIDTH = 100
_LINE = r"[^\W\d_](?:[\w/.()+'&?=%@;{more}-]|[ ](?! )|:(?=[\w/]))*"
"""A text that needs no quotes: it begins with a letter, and nothing in it is YAML's own."""

_BARE = re.compile(_LINE.replace("{more}", r'",{}\[\]'))
_BARE_INSIDE = re.compile(_LINE.replace("{more}", ""))
"""The same within a flow collection, which commas and brackets would end."""

_WORDS = {"null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan", "inf"}
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]")


def block(value: Mapping[str, Any]) -> str:
    """A mapping as a YAML document: short collections on one line, long ones in blocks.

    >>> print(block({"do": "click", "target": {"button": "Delete"}, "value": "no"}), end="")
    do: click
    target: {button: Delete}
    value: "no"
    """
    return "".join(f"{line}\n" for line in _mapping(value))


def scalar(value: object, bare: re.Pattern[str] = _BARE) -> str:
    """A text, number or truth value; a text is quoted where it could be taken for anything else.

    >>> scalar("Delete"), scalar("1e3"), scalar(3), scalar(True)
    ('Delete', '"1e3"', '3', 'true')
    """
    if isinstance(value, str):
        return value if _is_bare(value, bare) else _quoted(value)
    return json.dumps(value)


def _is_bare(text: str, bare: re.Pattern[str]) -> bool:
    return (
        len(text) < _WIDTH
        and bare.fullmatch(text) is not None
        and text[-1] != " "
        and text.lower() not in _WORDS
    )


def _quoted(text: str) -> str:
    return _UNPRINTABLE.sub(
        lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False)
    )


def _mapping(value: Mapping[str, Any]) -> Iterator[str]:
    for key, item in value.items():
        yield from _entry(f"{scalar(key, _BARE_INSIDE)}:", item)


def _entry(key: str, item: object) -> Iterator[str]:
    if not isinstance(item, (Mapping, list)):
        yield f"{key} {scalar(item)}"
    elif _fits(item, key):
        yield f"{key} {_flow(item)}"
    else:
        yield key
        inner = _mapping(item) if isinstance(item, Mapping) else _sequence(item)
        yield from (f"  {line}" for line in inner)


def _sequence(items: Sequence[Any]) -> Iterator[str]:
    for item in items:
        if isinstance(item, Mapping) and item:
            first, *rest = _mapping(item)
            yield f"- {first}"
            yield from (f"  {line}" for line in rest)
        else:
            yield f"- {_flow(item) if isinstance(item, (Mapping, list)) else scalar(item)}"


def _fits(value: Mapping[str, Any] | list[Any], key: str) -> bool:
    """Whether it is shown on one line: it is short, and holds no collection of mappings."""
    inner = list(value.values()) if isinstance(value, Mapping) else value
    if isinstance(value, list) and (
        key == "preconditions:" or any(isinstance(each, Mapping) for each in inner)
    ):
        return False
    if _depth(value) > 2 or key == "parameters:":
        return False
    return not value or len(key) + len(_flow(value)) < _WIDTH


def _depth(value: object) -> int:
    if not isinstance(value, (Mapping, list)):
        return 0
    inner = value.values() if isinstance(value, Mapping) else value
    return 1 + max(map(_depth, inner), default=0)


def _flow(value: object) -> str:
    if isinstance(value, Mapping):
        entries = (f"{scalar(key, _BARE_INSIDE)}: {_flow(item)}" for key, item in value.items())
        return f"{{{', '.join(entries)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    return scalar(value, _BARE_INSIDE)
