"""Moments of the past: which one is looked at, and which ones there are to look at."""

from __future__ import annotations

import re
from typing import NamedTuple

from blackboard import Board
from blackboard.event import iso, micros
from lessonboard.pages.page import Asked, BadRequest

_SECOND = 1_000_000
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_PLACES = 400
"""Places of the slider."""


class Moments(NamedTuple):
    """The span of the log, in seconds since 1970, and the moment that is looked at.

    Args:
        first: when the first event was recorded.
        last: now.
        chosen: the second that is looked at.
        said: the moment in words; empty for now.
        event: the last event before it, in words, where that was earlier.
        step: the seconds between two places of the slider.
    """

    first: int
    last: int
    chosen: int
    said: str
    event: str
    step: int


def position_of(board: Board, query: dict[str, str]) -> int | None:
    """The position in the log that an address asks for; None is now.

    `as-of` is a position or a time in ISO 8601, `second` a number of seconds since 1970. Both are
    taken out of the query. A day without a time is looked at as it ended.

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
        ending = "T23:59:59.999999Z" if _DAY.fullmatch(moment) else ""
        return board.log.position_at(micros(moment + ending))
    except ValueError as error:
        raise BadRequest(
            f"{(moment or second)[:50]!r} is no moment; give a date and time, such as "
            "2026-03-01T12:00, or a position in the log"
        ) from error


def moments(asked: Asked, present: Board, second: str = "") -> Moments | None:
    """The moments that there are; None on a board without events.

    Args:
        asked: with the board at the moment that is looked at.
        present: the board as it is now.
        second: the second that the slider was at, where it brought one here.
    """
    first = time_of(present, 1)
    if first is None:
        return None
    start, now = first // _SECOND, asked.clock // _SECOND
    step = max(1, (now - start) // _PLACES)
    end = start + -(-(now - start) // step) * step
    if asked.as_of is None:
        return Moments(start, end, now, "", "", step)
    event = (time_of(present, asked.as_of) or first) // _SECOND if asked.as_of else start
    chosen = max(event, int(second)) if re.fullmatch(r"[0-9]{1,11}", second) else event
    said = _said(chosen)
    return Moments(start, end, chosen, said, "" if said == _said(event) else _said(event), step)


def _said(second: int) -> str:
    return iso(second * _SECOND)[:16].replace("T", " ")


def time_of(board: Board, position: int) -> int | None:
    """When the event at a position was recorded; of 0 the first one. None without events."""
    for event in board.read(max(position, 1) - 1, limit=1):
        return event.recorded_at
    return None
