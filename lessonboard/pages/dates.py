"""Dates in addresses: days of UTC in ISO 8601, as every page asks for them."""

from __future__ import annotations

import re

from blackboard.event import micros
from lessonboard.pages.page import Asked, BadRequest

_DAY = 86_400_000_000
_WRITTEN = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


def begin_of(asked: Asked, name: str) -> int | None:
    """Return when the day that an address names begins, in microseconds; None where it names none.

    Raises:
        BadRequest: it is no date.
    """
    text = asked.query.get(name, "").strip()
    if not text:
        return None
    try:
        if _WRITTEN.fullmatch(text):
            return micros(text)
    except ValueError:
        pass  # such as the 31st of February: said below
    raise BadRequest(f"{text[:40]!r} is no date; write one such as 2026-03-01")


def span_of(
    asked: Asked, first: str = "from", last: str = "until"
) -> tuple[int | None, int | None]:
    """Return the first and the last microsecond of the days from one to another, both included.

    Raises:
        BadRequest: one is no date, or the last day is before the first.
    """
    since, until = begin_of(asked, first), begin_of(asked, last)
    if since is not None and until is not None and until < since:
        raise BadRequest(
            f"nothing lies between: {asked.query[last]} is before {asked.query[first]}"
        )
    return since, None if until is None else until + _DAY - 1
