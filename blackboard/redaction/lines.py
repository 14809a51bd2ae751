"""What may be before each line of a text that was quoted, numbered, compared or commented."""

from __future__ import annotations

NEWLINE = r"(?:\r?\n|(?:\\+r)?\\+n)"
"""A line break, as it is or as an escape."""

_NUMBER = r"\d{1,6}(?:[ \t]{0,3}[:|\u2192\u2502)\t-]|(?=[ \t]|\\+t))"
_PLACE = r"[\w./@-]{1,120}[:-]\d{1,6}(?::\d{1,4})?[:-]"
_TIME = r"\d{4}-\d\d-\d\d[ T][\d:.,]{5,16}(?:Z|[+-]\d\d:?\d\d)?(?:[ \t]{1,4}\[?[A-Z]{4,8}\]?)?"
_SIGN = r"[+>|\u2502#*;%-]|//|--|\\+t"
PREFIX = rf"(?:[ \t]{{0,40}}+(?:{_TIME}|{_NUMBER}|{_SIGN}|{_PLACE})){{0,4}}[ \t]{{0,40}}"
"""Signs of a diff, numbers, times, places, quotation and comment marks, and indents; or nothing."""

MARGIN = rf"(?:(?:{_TIME}|{_NUMBER}|{_SIGN}|{_PLACE})[ \t]?){{0,3}}"
"""The same without indents: what is before the rest of a line that was broken."""

SUFFIX = r"[ \t]{0,40}(?:[|\u2502][ \t]{0,8})?"
"""What may be after each: the border of a table."""
