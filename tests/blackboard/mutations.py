"""Records and lines with one thing wrong: values, names, nesting, characters, bytes.

A generator of forms: which field, which fault and which bytes is drawn, nothing is listed by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

_TIMES = ("0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "+292277026596-12-04T15:30:07Z",
          "1970-01-01", "now", "2026-02-30T25:61:61Z")  # fmt: skip
_NUMBERS = (0, -1, 2**31, 2**53, 2**63 - 1, 2**63, -(2**63) - 1, 10**400, 1e308, float("inf"),
            float("-inf"), float("nan"), 0.1)  # fmt: skip
_CHARACTERS = ("\0", "\ud800", "\udfff", "\u2028", "\x1b[2J", "\u202e", "\ufeff", "\x85", "\n",
               "\U000e0041", "\u200b" * 9)  # fmt: skip
_PATHS = ("/", "..", "relative/../..", "~", "~nobody/x", "C:\\x", "\\\\host\\share", "/dev/null/x",
          "//", "/proc/self/fd/999", "file:///x")  # fmt: skip


def mutated(record: dict[str, Any], chance: Random) -> bytes:
    """A record with one thing wrong, as a line without its end."""
    if chance.random() < 0.2:
        return broken(json.dumps(record).encode(), chance)
    copy = json.loads(json.dumps(record))
    holder, key = chance.choice(_places(copy))
    change = chance.choice((_replaced, _replaced, _replaced, _without, _renamed, _twice))
    change(holder, key, chance)
    if chance.random() < 0.1:
        copy = {**copy, "extra": hostile(chance)}
    escape = chance.random() < 0.7
    return json.dumps(copy, ensure_ascii=escape).encode("utf-8", "surrogatepass")


def broken(line: bytes, chance: Random) -> bytes:
    """A line with one thing wrong with its bytes."""
    at = chance.randrange(len(line))
    match chance.randrange(6):
        case 0:
            return line[:at]
        case 1:
            return line[:at] + bytes([line[at] ^ (1 << chance.randrange(8))]) + line[at + 1 :]
        case 2:
            odd = (b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xef\xbb\xbf")
            return line[:at] + chance.choice(odd) + line[at:]
        case 3:
            end = min(len(line), at + chance.randrange(1, 40))
            return line[:at] + line[end:]
        case 4:
            return line[at:] + line[:at]
        case _:
            return chance.choice((b"null", b"[]", b"7", b'"text"', b"{}", b"[" * 3000, b"{" * 50))


def hostile(chance: Random) -> Any:
    """A value that nobody expects."""
    match chance.randrange(8):
        case 0:
            return chance.choice(_NUMBERS)
        case 1:
            return chance.choice(_TIMES)
        case 2:
            return chance.choice(_PATHS) + chance.choice(("", *_CHARACTERS))
        case 3:
            return f"a{chance.choice(_CHARACTERS)}b"
        case 4:
            return chance.choice((None, True, False, "", [], {}, [[]], [None], {"": None}))
        case 5:
            return chance.choice("ab /\u00e9\U0001f600") * chance.choice((400, 5_000, 70_000))
        case 6:
            return _nested(chance.choice((13, 150, 400, 900)), chance)
        case _:
            return {f"k{chance.choice(_CHARACTERS)}": hostile(chance)}


def _nested(depth: int, chance: Random) -> Any:
    value: Any = "deep"
    as_list = chance.random() < 0.5
    for _ in range(depth):
        value = [value] if as_list else {"a": value}
    return value


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Each value in a record as what holds it and its key there."""
    found: list[tuple[Any, Any]] = []
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        found.append((value, key))
        if isinstance(each, dict | list):
            found += _places(each)
    return found


Change = Callable[[Any, Any, Random], None]


def _replaced(holder: Any, key: Any, chance: Random) -> None:
    old = holder[key]
    if isinstance(old, str) and chance.random() < 0.4:
        at = chance.randrange(len(old) + 1)
        holder[key] = old[:at] + chance.choice(_CHARACTERS) + old[at:]
    else:
        holder[key] = hostile(chance)


def _without(holder: Any, key: Any, _chance: Random) -> None:
    del holder[key]


def _renamed(holder: Any, key: Any, chance: Random) -> None:
    if isinstance(holder, dict):
        holder[f"{key}{chance.choice(_CHARACTERS)}"] = holder.pop(key)


def _twice(holder: Any, key: Any, _chance: Random) -> None:
    holder[key] = [holder[key], holder[key]]
