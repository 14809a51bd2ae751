"""What may stand before each line of a text that was quoted, numbered, compared or commented."""

from __future__ import annotations

NEWLINE = r"(?:\r?\n|(?:\\+r)?\\+n)"
"""A line break, as it stands or as an escape."""

_NUMBER = r"\d{1,6}(?:[ \t]{0,3}[:|\u2192\u2502)\t-]|(?=[ \t]|\\+t))"
_PLACE = r"[\w./@-]{1,120}[:-]\d{1,6}(?::\d{1,4})?[:-]"
_SIGN = r"[+>|\u2502#*;%-]|//|--|\\+t"
PREFIX = rf"(?:[ \t]{{0,40}}+(?:{_NUMBER}|{_SIGN}|{_PLACE})){{0,4}}[ \t]{{0,40}}"
"""Signs of a diff, numbers, places, quotation and comment marks, and indents; or nothing."""

SUFFIX = r"[ \t]{0,40}(?:[|\u2502][ \t]{0,8})?"
"""What may stand after each: the border of a table."""
