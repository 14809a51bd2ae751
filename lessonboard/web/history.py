"""Moments of the past: which one is looked at, and which ones there are to look at."""

from __future__ import annotations

import re
from typing import NamedTuple

from blackboard import Board
from blackboard.event import iso, micros
from lessonboard.web.page import Asked, BadRequest

_SECOND = 1_000_000
_MOST = 1 << 62


class Moments(NamedTuple):
    """The span of the log, in seconds since 1970, and the moment that is looked at.

    Args:
        first: when the first event was recorded.
        last: now.
        chosen: the second that is looked at.
        said: the moment in words; empty for now.
        minute: the moment for an input of date and time.
    """

    first: int
    last: int
    chosen: int
    said: str
    minute: str


def position_of(board: Board, query: dict[str, str]) -> int | None:
    """The position in the log that an address asks for; None is now.

    `as-of` is a position or a time in ISO 8601, `second` a number of seconds since 1970. Both are
    taken out of the query.

    Raises:
        BadRequest: it is none of these.
    """
    moment, second = query.pop("as-of", "").strip(), query.pop("second", "").strip()
    if not moment and not second:
        return None
    if re.fullmatch(r"[0-9]{1,18}", moment):
        return min(int(moment), board.log.head())
    if not moment and re.fullmatch(r"[0-9]{1,12}", second):
        return board.log.position_at((int(second) + 1) * _SECOND - 1)
    try:
        return board.log.position_at(micros(moment))
    except ValueError as error:
        raise BadRequest(
            f"{(moment or second)[:50]!r} is no moment; give a date and time, such as "
            "2026-03-01T12:00, or a position in the log"
        ) from error


def moments(asked: Asked) -> Moments | None:
    """The moments that there are; None on a board without events."""
    last = asked.now // _SECOND
    if asked.as_of is None:
        first = _recorded_at(asked.board, 1)
        return None if first is None else Moments(first // _SECOND, last, last, "", "")
    first, chosen = (_recorded_at(asked.board, each) or 0 for each in (1, asked.as_of))
    said = iso(chosen)[:16]
    return Moments(first // _SECOND, last, chosen // _SECOND, said.replace("T", " "), said)


def _recorded_at(board: Board, position: int) -> int | None:
    for event in board.read(max(position, 1) - 1, limit=1):
        return event.recorded_at
    return None
