"""JSON, with or without comments, read together with the place of every part in the text.

Parsers that only give values cannot say where to insert; see docs/decisions/0014.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from blackboard import BoardError

_TRIVIA = re.compile(r"(?:[ \t\r\n]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_PLAIN = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null", re.ASCII)
_DECODER = json.JSONDecoder()
_DEEPEST = 200


class BrokenSettings(BoardError):
    """A settings file is not what its agent can read; it was left untouched."""

    def __init__(self, path: str, line: int, column: int, reason: str) -> None:
        super().__init__(
            f"{path}:{line}:{column}: {reason}; nothing was changed, mend the file and try again"
        )
        self.path = path
        self.line = line
        self.column = column


@dataclass(frozen=True)
class Member:
    """One member of an object or element of a list.

    Attributes:
        key: a name, or a place in the list.
        start: where it begins, with its key.
        node: its value.
        comma: the place of the comma after it, if there is one.
    """

    key: str | int
    start: int
    node: Node
    comma: int | None


@dataclass(frozen=True)
class Node:
    """A value, its place in the text, and its members if it is an object or a list."""

    start: int
    end: int
    value: Any
    members: tuple[Member, ...] = ()

    def member(self, key: str | int) -> Member | None:
        """Return the member of that key; the last one counts, as in every JSON parser."""
        return next((each for each in reversed(self.members) if each.key == key), None)

    def at(self, keys: tuple[str | int, ...]) -> Node | None:
        """Return the node below, following the keys."""
        node: Node | None = self
        for key in keys:
            found = node.member(key) if node else None
            node = found.node if found else None
        return node


class _Fault(Exception):
    def __init__(self, place: int, reason: str) -> None:
        self.place = place
        self.reason = reason


def read(text: str, path: str = "the text") -> Node | None:
    """Return the value in a text; None when it holds only white space and comments.

    Raises:
        BrokenSettings: it is no JSON; the message has the line and column.
    """
    try:
        start = skip(text, 0)
        if start == len(text):
            return None
        node = _value(text, start, 0)
        rest = skip(text, node.end)
        if rest < len(text):
            raise _Fault(rest, "there is something after the end")
    except _Fault as problem:
        fail(text, problem.place, problem.reason, path)
    return node


def skip(text: str, place: int) -> int:
    """Return the next place that is neither white space nor comment."""
    found = _TRIVIA.match(text, place)
    return found.end() if found else place


def fail(text: str, place: int, reason: str, path: str) -> NoReturn:
    """Refuse a text because of what is at a place."""
    line = text.count("\n", 0, place) + 1
    column = place - (text.rfind("\n", 0, place) + 1) + 1
    raise BrokenSettings(path, line, column, reason)


def _value(text: str, start: int, depth: int) -> Node:
    if depth > _DEEPEST:
        raise _Fault(start, "this is nested too deep")
    sign = text[start : start + 1]
    if sign == "{":
        return _object(text, start, depth)
    if sign == "[":
        return _list(text, start, depth)
    if sign == '"':
        value, end = _string(text, start)
        return Node(start, end, value)
    plain = _PLAIN.match(text, start)
    if not plain:
        found = repr(text[start]) if start < len(text) else "the end"
        raise _Fault(start, f"expected a value, found {found}")
    return Node(start, plain.end(), json.loads(plain[0]))


def _object(text: str, start: int, depth: int) -> Node:
    members: list[Member] = []
    place = skip(text, start + 1)
    while text[place : place + 1] != "}":
        _expect_separated(members, place)
        key, after = _string(text, place)
        colon = skip(text, after)
        if text[colon : colon + 1] != ":":
            raise _Fault(colon, "expected a colon after the key")
        node = _value(text, skip(text, colon + 1), depth + 1)
        comma, place_after = _comma(text, node.end)
        members.append(Member(key, place, node, comma))
        place = place_after
    value = {each.key: each.node.value for each in members}
    return Node(start, place + 1, value, tuple(members))


def _list(text: str, start: int, depth: int) -> Node:
    members: list[Member] = []
    place = skip(text, start + 1)
    while text[place : place + 1] != "]":
        _expect_separated(members, place)
        node = _value(text, place, depth + 1)
        comma, place_after = _comma(text, node.end)
        members.append(Member(len(members), place, node, comma))
        place = place_after
    return Node(start, place + 1, [each.node.value for each in members], tuple(members))


def _expect_separated(before: list[Member], place: int) -> None:
    if before and before[-1].comma is None:
        raise _Fault(place, "expected a comma or the closing bracket")


def _comma(text: str, end: int) -> tuple[int | None, int]:
    """Return the comma after a value, and the place of the next thing."""
    place = skip(text, end)
    if text[place : place + 1] == ",":
        return place, skip(text, place + 1)
    return None, place


def _string(text: str, start: int) -> tuple[str, int]:
    if text[start : start + 1] != '"':
        found = repr(text[start]) if start < len(text) else "the end"
        raise _Fault(start, f"expected a key in double quotes, found {found}")
    try:
        value, end = _DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        raise _Fault(error.pos, error.msg.lower()) from error
    return str(value), end
