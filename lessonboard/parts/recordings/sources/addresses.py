"""Refuse addresses that no recording of a web page has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lessonboard.parts.recordings.shared_names import ADDRESS_BAR

_SCHEME = re.compile(r"^[\x00-\x20]*([a-zA-Z][a-zA-Z0-9+.\x09\x0a\x0d-]*):")
_PAGES = ("http", "https", "about", "blob", "chrome", "edge", "chrome-error", "chrome-extension")


def refused_scheme(url: object) -> str:
    """The scheme of an address that must not be opened, such as "javascript"; "" if it may be.

    >>> refused_scheme("java\\tscript:alert(1)"), refused_scheme("http://shop/")
    ('javascript', '')
    >>> refused_scheme("localhost:8000/a"), refused_scheme("file:///etc/passwd")
    ('', 'file')
    """
    match = _SCHEME.match(url) if isinstance(url, str) else None
    if match is None or str(url)[match.end() : match.end() + 1].isdigit():
        return ""  # no scheme, or a host and its port
    scheme = re.sub(r"\s", "", match[1]).lower()
    return "" if scheme in _PAGES else scheme


def refused_address(action: Mapping[str, Any], details: Mapping[str, Any]) -> str:
    """The refused address that a line has or opens, in words; "" if there is none."""
    opened = action.get("text") if details.get("target") == ADDRESS_BAR else ""
    refused = ((refused_scheme(url), url) for url in (opened, details.get("url")))
    return next(
        (f"a {scheme}: address ({str(url)[:60]!r})" for scheme, url in refused if scheme), ""
    )
