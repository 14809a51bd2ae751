"""Colours and invisible characters within a text, which would hide a secret from every expression.

They are taken out to look, and a map leads back to where each character was: the text itself
keeps them. In a text that is JSON they are spelt as escapes, `\\u001b[31m`.
"""

from __future__ import annotations

import re

from blackboard.redaction.expressions import Expression
from blackboard.redaction.rewriting import Rewritten, rewritten

_LITERALS = (
    "\x1b", "\u009b", "\u00ad", "\u034f", "\u061c", "\u180e", "\ufeff", "\u2060", "\u2061",
    "\u2062", "\u2063", "\u2064", "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u202a",
    "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069",
    "\\u001b", "\\u009b", "\\u200", "\\u2060", "\\ufeff", "\\u00ad", "\\u202", "\\u206", "\\udb40",
    "\\x1b[", "\\033[", "\\e[", "\\u{200",
)  # fmt: skip
ANCHORS = (*_LITERALS, *map(chr, range(0xE0000, 0xE0080)))
"""What announces them, in lower case, and the tag characters."""

_INVISIBLE = "\u00ad\u034f\u061c\u180e\ufeff\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f"
_TAGS = "\U000e0000-\U000e01ef"
_CODE = r"\[[0-?]{0,24}[ -/]{0,2}[@-~]"
_LINK = r"\][^\x07\x1b\n]{0,200}(?:\x07|\x1b\\)"
_NOISE = Expression(
    rf"\x1b(?:{_CODE}|{_LINK}|[()][A-Z0-9]|[=>78cM])?|\x9b[0-?]{{0,24}}[@-~]|[{_INVISIBLE}{_TAGS}]+"
    rf"|\\+(?:u001b|x1b|033|e){_CODE}|\\+u009b[0-?]{{0,24}}[@-~]"
    r"|\\+u(?:200[b-f]|202[a-e]|206[0-9a]|feff|00ad|034f|061c|180e|fe0[0-9a-f])"
    r"|\\+udb40\\+ud[c-f][0-9a-f]{2}"
    r"|\\+u\{(?:200[b-f]|2060|feff|e00[0-7][0-9a-f])\}",
    re.IGNORECASE,
)


def without_noise(text: str) -> Rewritten:
    """The text as a reader sees it, with the way back.

    >>> plain = without_noise("a\x1b[31mbc")
    >>> plain.text, plain.back(1, 2)
    ('abc', (6, 7))
    """
    return rewritten(text, _NOISE, lambda _found: "")
