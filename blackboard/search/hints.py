"""Literals first: the lines of a text in which a pattern that ignores case can be found at all.

A pattern of many alternatives takes ten times as long on a line as looking for words in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def hinted_lines(text: str, hints: Sequence[str], begin: str = "") -> Iterator[str]:
    """The lines that have one of the hints in them, whatever their case, in order.

    Args:
        text: what is to be searched line by line.
        hints: in lower case; one of them must be in whatever the pattern finds.
        begin: lines that begin with it, after blanks, count too.

    >>> list(hinted_lines("one\\nNot Found: x\\ntwo", ("not found", "denied")))
    ['Not Found: x']
    """
    lower = caseless(text)
    present = [hint for hint in hints if hint in lower]
    if not present and not (begin and begin in text):
        return
    for line, low in zip(text.splitlines(), lower.splitlines(), strict=True):
        if any(map(low.__contains__, present)) or (begin and line.lstrip().startswith(begin)):
            yield line


def caseless(text: str) -> str:
    """A text in lower case as patterns that ignore case compare it: to them `\u017f` is an s."""
    lower = text.lower()
    if lower.isascii():
        return lower
    return lower.replace("i\u0307", "i").replace("\u0131", "i").replace("\u017f", "s")
