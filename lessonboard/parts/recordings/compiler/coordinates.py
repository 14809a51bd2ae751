"""Detect text that names a place by coordinates, which hold on one screen only."""

from __future__ import annotations

import re

_NUMBER = r"\d{1,5}(?:\.\d+)?"
_COORDINATES = re.compile(
    rf"""(?ix)
    [(\[] \s* (?:x\s*[=:]\s*)? {_NUMBER} \s* [,;] \s* (?:y\s*[=:]\s*)? {_NUMBER} \s* [)\]]
    | \b[xy] \s* [=:] \s* {_NUMBER} \b
    | \b(?:coordinates?|position|pixels?|point) \s+ (?:at\s+)? [(\[]? {_NUMBER} \s* [,x] \s* \d
    | \bat \s+ {_NUMBER} \s? (?:px|pixels?)\b
    | \b{_NUMBER} \s? (?:px|pixels?) \s+ (?:from|to|right|left|below|above|down|up|in)\b
    """
)
_QUOTED = re.compile(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|“[^”]*”|`[^`]*`")


def coordinates(text: str) -> str | None:
    """The coordinates in a text, or None; quoted text is a name and is ignored.

    >>> coordinates("Click the button at (516, 263).")
    '(516, 263)'
    >>> coordinates('Choose "12 px" from the list of 3,000 sizes (2024).')
    """
    match = _COORDINATES.search(_QUOTED.sub("", text))
    return match[0] if match else None
