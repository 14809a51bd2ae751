"""Putting lines into a text; every other byte of it stays, line ends included."""

from __future__ import annotations

import re
from collections.abc import Sequence

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def split(text: str) -> list[str]:
    r"""The lines of a text with their ends.

    >>> split("a\r\n\nb")
    ['a\r\n', '\n', 'b']
    """
    return _LINE.findall(text)


def insert(text: str, place: int, new: Sequence[str]) -> str:
    r"""A text with new lines before the line at a place, in its own style of line ends.

    >>> insert("a\r\nb", 2, ["c"]), insert("", 0, ["c"])
    ('a\r\nb\r\nc\r\n', 'c\n')
    """
    lines = split(text)
    end = "\r\n" if any(line.endswith("\r\n") for line in lines) else "\n"
    if place == len(lines) and lines and not lines[-1].endswith("\n"):
        lines[-1] += end
    return "".join([*lines[:place], *(line + end for line in new), *lines[place:]])


def bare(line: str) -> str:
    """A line without its end and the white space before that."""
    return line.rstrip()


def indent(line: str) -> int:
    """By how many blanks a line is indented."""
    return len(line) - len(line.lstrip(" "))
