"""Quotation marks: behind backslashes where JSON is within JSON, or written as escapes."""

from __future__ import annotations

QUOTE = r"""(?:\\*["'`]|%22|&quot;|&[#]3[49];|\\+u002[27])"""
_LONGEST = 4096


def closing(text: str, opening: str, start: int) -> int:
    """Where a quoted value ends, before the backslashes of its closing mark; -1 where it does not.

    The closing mark has as many backslashes as the opening one; more of them belong to the value.

    >>> closing('say \\\\"a\\\\\\\\\\\\"b\\\\" now', '\\\\"', 6)
    12
    """
    sign = opening[-1]
    if sign not in "\"'`":
        return text.find(opening, start, start + _LONGEST)
    depth = len(opening) - 1
    last = text.find("\n", start, start + _LONGEST)
    last = last if last >= 0 else min(len(text), start + _LONGEST)
    place = text.find(sign, start, last)
    while place >= 0:
        end = place
        while end > start and text[end - 1] == "\\":
            end -= 1
        slashes = place - end
        if slashes <= depth or (depth == 0 and slashes % 2 == 0):
            return place - min(slashes, depth)
        place = text.find(sign, place + 1, last)
    return -1
