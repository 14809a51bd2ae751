"""Insertions into JSON text and their removal; every other character stays where it is."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from lessonboard.install.json_read import Member, Node, fail, read

Keys = tuple[str | int, ...]
_LINE_END = re.compile(r"[ \t]*\r?\n")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def put(text: str, keys: tuple[str, ...], value: Any, path: str = "the text") -> str:
    """Return the text with a value at a place; objects on the way are made where there are none."""
    root = read(text, path)
    if root is None:
        return _first(text, _nested(keys, value))
    node = root
    for depth, key in enumerate(keys):
        if not isinstance(node.value, dict):
            fail(text, node.start, _wrong(keys[:depth], "an object", node), path)
        found = node.member(key)
        if found is None:
            return _insert(text, root, node, key, _nested(keys[depth + 1 :], value))
        node = found.node
    return text if node.value == value else _replace(text, root, node, value)


def append(text: str, keys: tuple[str, ...], value: Any, path: str = "the text") -> str:
    """Return the text with one more element in the list at a place; add the list if missing."""
    root = read(text, path)
    there = root.at(keys) if root else None
    if root is None or there is None:
        return put(text, keys, [value], path)
    if not isinstance(there.value, list):
        fail(text, there.start, _wrong(keys, "a list", there), path)
    return _insert(text, root, there, None, value)


def replace(text: str, keys: Keys, value: Any) -> str:
    """Return the text with another value at a place that exists."""
    root = read(text)
    there = root.at(keys) if root else None
    if root is None or there is None:
        raise KeyError(keys)
    return _replace(text, root, there, value)


def remove(text: str, keys: Keys) -> str:
    """Return the text without the value at a place, and without the comma that it needed."""
    root = read(text)
    above = root.at(keys[:-1]) if root else None
    gone = above.member(keys[-1]) if above else None
    if above is None or gone is None:
        raise KeyError(keys)
    for start, end in sorted(_cuts(text, above, gone), reverse=True):
        text = text[:start] + text[end:]
    return text


def _cuts(text: str, above: Node, gone: Member) -> list[tuple[int, int]]:
    """Return what goes with a member: the space before it, never a comment, and one comma."""
    place = above.members.index(gone)
    before = above.members[place - 1] if place else None
    start = _behind(before) if before else above.start + 1
    begin = _after_comments(text, start, gone.start)
    rest = _behind(gone)
    if _in_line_comment(text[start:begin]) and not _LINE_END.match(text, rest):
        begin = gone.start  # or the comment would swallow what follows
    cuts = [(begin, gone.node.end)]
    if gone.comma is not None:
        cuts.append((gone.comma, rest))
    elif before is not None and before.comma is not None:
        cuts.append((before.comma, before.comma + 1))
    elif begin == above.start + 1 and not text[rest : above.end - 1].strip():
        cuts.append((rest, above.end - 1))
    return cuts


def _wrong(keys: Keys, expected: str, found: Node) -> str:
    where = ".".join(map(str, keys)) or "the file"
    kinds = {dict: "an object", list: "a list", str: "a text", type(None): "null"}
    kind = kinds.get(type(found.value), json.dumps(found.value))
    return f"{where} is {kind} where {expected} is expected"


def _nested(keys: tuple[str, ...], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _behind(member: Member) -> int:
    return member.node.end if member.comma is None else member.comma + 1


def _after_comments(text: str, start: int, end: int) -> int:
    """Return the place after the last comment between two places, or the first of them."""
    last = start
    for comment in _COMMENT.finditer(text, start, end):
        last = comment.end()
    return last - 1 if text[last - 1 : last] == "\r" else last


# How it looks


@dataclass(frozen=True)
class _Look:
    """How a file is laid out: its line ends, and its unit of indentation; no line ends: inline."""

    line_end: str
    unit: str


_INLINE = _Look("", "")


def _look(text: str, root: Node) -> _Look:
    inside = text[root.start : root.end]
    if "\n" not in inside and root.members:
        return _INLINE
    unit = next(
        (own for each in root.members if (own := _indent(text, each.start)) is not None), ""
    )
    return _Look("\r\n" if "\r\n" in text else "\n", unit or "  ")


def _indent(text: str, place: int) -> str | None:
    """Return the white space between the start of the line and a place.

    It is None if there is other text.
    """
    before = text[text.rfind("\n", 0, place) + 1 : place]
    return before if "\n" in text[:place] and not before.strip(" \t") else None


def _line_indent(text: str, place: int) -> str:
    line = text[text.rfind("\n", 0, place) + 1 : place]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _dumped(value: Any, look: _Look, indent: str) -> str:
    if not look.line_end:
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=look.unit).split("\n")
    return f"{look.line_end}{indent}".join(lines)


def _first(text: str, value: Any) -> str:
    """Return the text of a file that held no value so far."""
    look = _Look("\r\n" if "\r\n" in text else "\n", "  ")
    space = "" if not text or text.endswith("\n") else look.line_end
    return f"{text}{space}{_dumped(value, look, '')}{look.line_end}"


def _replace(text: str, root: Node, node: Node, value: Any) -> str:
    look = _look(text, root)
    if "\n" not in text[node.start : node.end] and node.members:
        look = _INLINE
    indent = _line_indent(text, node.start)
    return text[: node.start] + _dumped(value, look, indent) + text[node.end :]


def _insert(text: str, root: Node, into: Node, key: str | None, value: Any) -> str:
    last = into.members[-1] if into.members else None
    name = "" if key is None else f"{json.dumps(key, ensure_ascii=False)}: "
    if last is None:
        return _insert_first(text, root, into, name, value)
    start = _behind(last)
    place = _after_comments(text, start, into.end - 1)
    space, look, indent = _like(text, root, last, _in_line_comment(text[start:place]))
    comma = "" if last.comma is None else ","
    text = text[:place] + space + name + _dumped(value, look, indent) + comma + text[place:]
    return text if comma else text[: last.node.end] + "," + text[last.node.end :]


def _insert_first(text: str, root: Node, into: Node, name: str, value: Any) -> str:
    look = _look(text, root)
    close = into.end - 1
    place = _after_comments(text, into.start + 1, close)
    outer = _line_indent(text, into.start)
    indent = outer + look.unit
    space = f"{look.line_end}{indent}" if look.line_end else ""
    end = "" if "\n" in text[place:close] or not look.line_end else look.line_end + outer
    return text[:place] + space + name + _dumped(value, look, indent) + end + text[place:]


def _like(text: str, root: Node, last: Member, new_line: bool) -> tuple[str, _Look, str]:
    """Return the space before a new member, its style and indentation: those of its neighbour."""
    look = _look(text, root)
    own = _indent(text, last.start)
    if own is not None or new_line:
        indent = _line_indent(text, last.start) if own is None else own
        return f"{look.line_end}{indent}", look, indent
    inline = "\n" not in text[last.start : last.node.end]
    return " ", _INLINE if inline else look, _line_indent(text, last.start)


def _in_line_comment(trivia: str) -> bool:
    return "//" in trivia.rpartition("\n")[2]
