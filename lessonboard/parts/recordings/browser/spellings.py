"""Find a text however pages, addresses, markup, JSON and messages spell its characters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape

_BLANK = r"(?:\s|\+|(?i:%20|%0a|%0d|%09|&nbsp;|%c2%a0|&#(?:32|10|13|9|x20|xa|xd);)|\\[nrt])+"
"""Pages show line breaks and several blanks as one; addresses write them in their own way."""

_HEAD = 24
"""Characters by which a longer text is known; messages cut it off anywhere after them."""


class Spellings:
    """A text to find; of a long one the beginning is enough.

    >>> list(Spellings("a b/c").spans("x=a+b%2Fc"))
    [(2, 9)]
    """

    def __init__(self, text: str) -> None:
        pieces = re.findall(r"\s+|\S", text)
        units = [_BLANK if piece.isspace() else _unit(piece) for piece in pieces]
        self._head = re.compile("".join(units[:_HEAD]))
        self._rest = units[_HEAD:]

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Its places in the text, in order and without overlaps."""
        at = 0
        while found := self._head.search(text, at):
            at = found.end()
            for unit in self._rest:
                following = _compiled(unit).match(text, at)
                if following is None:
                    break
                at = following.end()
            yield found.start(), at

    def replaced(self, text: str, by: str) -> str:
        """A text with each of them replaced."""
        pieces, at = [], 0
        for start, end in self.spans(text):
            pieces += [text[at:start], by]
            at = end
        return "".join([*pieces, text[at:]])


@lru_cache(maxsize=4096)
def _unit(character: str) -> str:
    """A pattern for a character in any spelling, the longest first."""
    code = ord(character)
    percent = "".join(f"%{byte:02x}" for byte in character.encode("utf-8", "surrogatepass"))
    spelled = {percent, json.dumps(character)[1:-1], escape(character),
               f"&#{code};", f"&#x{code:x};", f"\\u{code:04x}", f"\\x{code:02x}"}  # fmt: skip
    if not character.isalnum():
        spelled.add(f"\\{character}")
    either = "|".join(re.escape(each) for each in sorted(spelled - {character}, key=len)[::-1])
    return f"(?:(?i:{either})|{re.escape(character)})"


@lru_cache(maxsize=4096)
def _compiled(unit: str) -> re.Pattern[str]:
    return re.compile(unit)
