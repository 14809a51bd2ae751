"""A text in which pieces were replaced, with the way back to where each character was."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import NamedTuple

Piece = tuple[int, int, int]
"""Where a piece begins in the new text, and where it was in the original, from and to."""


class Rewritten(NamedTuple):
    """A text and the pieces that it is made of.

    A piece of the same length as its original has each character in the place of one; any other
    maps to its original as a whole.
    """

    text: str
    pieces: list[Piece]

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters from `start` to before `end` were; never a part of an escape."""
        return self._one(start)[0], self._one(end - 1)[1]

    def _one(self, place: int) -> tuple[int, int]:
        """Where the character at a place was."""
        following = bisect_right(self.pieces, place, key=_begin)
        begin, start, end = self.pieces[following - 1]
        last = self.pieces[following][0] if following < len(self.pieces) else len(self.text)
        if last - begin != end - start:
            return start, end
        return start + place - begin, start + place - begin + 1


def rewritten(
    text: str, pattern: re.Pattern[str], read: Callable[[re.Match[str]], str]
) -> Rewritten:
    """A text with each match replaced by what it reads as."""
    parts: list[str] = []
    pieces: list[Piece] = []
    length = end = 0
    for found in pattern.finditer(text):
        if end < found.start():
            pieces.append((length, end, found.start()))
            parts.append(text[end : found.start()])
            length += found.start() - end
        if plain := read(found):
            pieces.append((length, *found.span()))
            parts.append(plain)
            length += len(plain)
        end = found.end()
    pieces.append((length, end, len(text)))
    return Rewritten("".join([*parts, text[end:]]), pieces)


def joined(text: str, cuts: Iterable[tuple[int, int]]) -> Rewritten:
    """A text without some pieces, given in order."""
    parts: list[str] = []
    pieces: list[Piece] = []
    length = begun = 0
    for start, end in (*cuts, (len(text), len(text))):
        pieces.append((length, begun, start))
        parts.append(text[begun:start])
        length += start - begun
        begun = end
    return Rewritten("".join(parts), pieces)


def _begin(piece: Piece) -> int:
    return piece[0]
