"""Putting an item into a list or mapping of a YAML file as text, so that comments stay.

Only block style is understood: keys at the beginning of a line, with at most a comment after the
colon. Anything else is left alone, and reported to the caller.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import NamedTuple

from lessonboard.parts.automation.compiling.text_lines import indent, insert, split

_KEY = re.compile(r"^(?P<indent> *)(?P<key>[A-Za-z_][\w-]*):[ \t]*(?:#.*)?$")
_DOCUMENT = re.compile(r"^(?:---|\.\.\.)(?:\s|$)")


class Block(NamedTuple):
    """What is below a key: the places of its first and last line, and how it is indented."""

    start: int
    end: int
    indent: int


def quoted(text: str) -> str:
    r"""A text as a YAML string in double quotes, which are those of JSON.

    >>> quoted('a: "b" # \\')
    '"a: \\"b\\" # \\\\"'
    """
    return json.dumps(text, ensure_ascii=False)


def is_plain(text: str) -> bool:
    """Whether a file has one document and no tabs, so that its indentation shows its structure."""
    lines = split(text)
    documents = [n for n, line in enumerate(lines) if _DOCUMENT.match(line)]
    begun = any(
        line.strip() and not line.startswith("#") for line in lines[: max(documents, default=0)]
    )
    return "\t" not in text and not begun and "\r" not in text.replace("\r\n", "")


def block(text: str, keys: Sequence[str]) -> Block | None:
    """What is below nested keys; None if there is no such key in block style."""
    lines = [line.rstrip() for line in split(text)]
    found = Block(0, len(lines), 0)
    for key in keys:
        below = _below(lines, found, key)
        if below is None:
            return None
        found = below
    return found


def append(text: str, keys: Sequence[str], item: Sequence[str]) -> str | None:
    """The text with an item behind the last one below nested keys; None where that is not clear.

    Args:
        text: of the file.
        keys: of the list or mapping, from the outermost on.
        item: its lines, as they would be without indentation.
    """
    place = block(text, keys)
    if place is None or place.start == place.end:
        return None
    return insert(text, place.end, [" " * place.indent + line for line in item])


def _below(lines: Sequence[str], around: Block, key: str) -> Block | None:
    """The block of a key that is in another block, at its indentation."""
    for place in range(around.start, around.end):
        match = _KEY.match(lines[place])
        if match and match["key"] == key and len(match["indent"]) == around.indent:
            return _block_after(lines, place, around)
    return None


def _block_after(lines: Sequence[str], place: int, around: Block) -> Block | None:
    own = indent(lines[place])
    first = last = None
    for number in range(place + 1, around.end):
        line = lines[number]
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        # A list may have the indentation of its key.
        if indent(line) < own or (indent(line) == own and not line.lstrip().startswith("-")):
            break
        first = number if first is None else first
        last = number
    if first is None or last is None:
        return Block(place + 1, place + 1, own)
    return Block(first, last + 1, indent(lines[first]))
