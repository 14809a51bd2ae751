"""Escapes, entities and letters of another width, read as the characters that they encode."""

from __future__ import annotations

import re
from html import unescape
from unicodedata import normalize

from blackboard.redaction.expressions import Expression
from blackboard.redaction.rewriting import Rewritten, rewritten
from blackboard.redaction.unanchored import may_have_forms

ANCHORS = (
    *(f"%{digit}" for digit in range(2, 8)),
    *(f"\\x{digit}" for digit in range(2, 8)),
    *(f"\\u00{digit}" for digit in range(2, 8)),
    "\\14", "\\15", "\\16", "\\uff", "\\ud835", "&#", "&quot;", "&apos;", "&amp;", "&lt;", "&gt;",
)  # fmt: skip
"""What announces escapes, in lower case."""

_FORMS = r"\uff10-\uff5a\u017f\u212a\u2460-\u2468\u24b6-\u24ea\U0001d400-\U0001d7ff"
_FORM = Expression(f"[{_FORMS}]")
_CODED = Expression(
    r"(?i:%(?:[2-7][0-9a-f]|0[9ad])|&(?:\#[0-9]{2,6}|\#x[0-9a-f]{2,5}|[a-z]{2,10});"
    r"|\\+x(?:[2-7][0-9a-f]|0[9ad])|(?:\\+u(?:(?:00[2-7]|ff[0-5])[0-9a-f]|000[9ad])|\\+ud835\\+ud[c-f][0-9a-f]{2})"
    r"|(?:\\+1[0-7]{2}|\\+0[4-7][0-7]){4,64})"
    rf"|[\uff01-\uff5e\u3000{_FORMS}]+"
)
"""Only ASCII in either case: there the long s is an s."""

_OCTAL = Expression(r"\\+([01][0-7]{2})")


def first_form(text: str) -> tuple[int, int] | None:
    """Where the first letter or digit of another width is, which no anchor finds."""
    found = _FORM.search(text) if may_have_forms(text) else None
    return found.span() if found else None


def regions(text: str) -> list[tuple[int, int]]:
    """The lines that have escapes, each with the one before and after it, from and to."""
    found: list[tuple[int, int]] = []
    end = -1
    for coded in _CODED.finditer(text):
        if coded.end() <= end and coded.end() <= text.rfind("\n", 0, end):
            continue
        begin = text.rfind("\n", 0, max(0, text.rfind("\n", 0, coded.start()))) + 1
        stop = text.find("\n", coded.end())
        stop = text.find("\n", stop + 1) if stop >= 0 else stop
        if stop < 0:
            stop = len(text)
        if found and begin <= end:
            begin = found.pop()[0]
        end = stop
        found.append((begin, end))
    return found


def decoded(text: str) -> Rewritten:
    """The text with every escape of a printable character read, and the way back.

    >>> plain = decoded("password%3D&quot;\\\\u0041")
    >>> plain.text, plain.back(8, 9), plain.back(9, 10)
    ('password="A', (8, 11), (11, 17))
    """
    return rewritten(text, _CODED, _read)


def _plain(letter: str) -> str:
    """The character of ASCII that a letter is a form of (NFKC), or itself."""
    plain = normalize("NFKC", letter)
    return plain if len(plain) == 1 and plain.isascii() else letter


def _read(found: re.Match[str]) -> str:
    coded = found[0]
    if coded[0] == "%":
        return chr(int(coded[1:], 16))
    if coded[0] == "&":
        return unescape(coded)
    if coded[0] != "\\":
        return "".join(map(_plain, coded))
    digits = coded.lstrip("\\")
    if digits[0] in "01":
        return _OCTAL.sub(lambda each: chr(int(each[1], 8)), coded)
    if digits[0] in "xX":
        return chr(int(digits[1:], 16))
    units = bytes.fromhex("".join(each[:4] for each in coded.lower().split("u")[1:]))
    return _plain(units.decode("utf-16-be", "replace"))
