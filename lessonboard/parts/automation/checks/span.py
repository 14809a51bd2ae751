"""Finding the lines of a check again, however the file around them changed.

White space does not count: a formatter that reindents a line keeps the check.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple


class Span(NamedTuple):
    """So many lines and their digest."""

    lines: int
    digest: str


def span_of(lines: Sequence[str]) -> Span:
    """The span of some lines.

    >>> span_of(["a  b", "c"]) == span_of(["  a b", "c "]) != span_of(["a b c"])
    True
    """
    plain = [" ".join(line.split()) for line in lines]
    return Span(len(plain), hashlib.sha256("\n".join(plain).encode()).hexdigest())


def stands(content: bytes, span: Span) -> bool:
    """Whether a file contains these lines in one block."""
    lines = content.decode("utf-8", "replace").splitlines()
    places = range(len(lines) - span.lines + 1)
    return any(span_of(lines[place : place + span.lines]) == span for place in places)
