"""What a program's complaint means: a failed end as the error that a caller can act on.

The phrases are from what the real programs printed for refusals of a scripted service.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from reflect.model.agents.agent import Ended
from reflect.model.thread import (
    ModelError,
    ModelRefused,
    ModelRejected,
    ModelUnavailable,
    NoQuota,
    NotSignedIn,
    ProgramTooOld,
)

_LONGEST = 300
_KINDS: Mapping[type[ModelError], tuple[frozenset[int], re.Pattern[str]]] = {
    ProgramTooOld: (
        frozenset(),
        re.compile(r"unknown (option|argument|feature|config)|unexpected argument|"
                   r"requires a newer version", re.IGNORECASE),
    ),
    NotSignedIn: (
        frozenset((401,)),
        re.compile(r"not logged in|please (run )?/?log ?in|\blog in\b|401 unauthorized|"
                   r"invalid (x-)?api[- ]key|api key not valid|authentication|no auth|"
                   r"auth(orization)? method|token (has )?expired|sign in again", re.IGNORECASE),
    ),
    NoQuota: (
        frozenset((402, 429)),
        re.compile(r"usage limit|quota|hit your .{0,20}limit|limit reached|rate.?limit|"
                   r"too many requests|credit balance|resource_exhausted|insufficient.{0,10}credit",
                   re.IGNORECASE),
    ),
    ModelRefused: (
        frozenset(),
        re.compile(r"usage polic|content polic|safety|unable to respond to this request|refus",
                   re.IGNORECASE),
    ),
    ModelUnavailable: (
        frozenset((408, 500, 502, 503, 504, 529)),
        re.compile(r"overloaded|high demand|unavailable|connection|network|timed? ?out|"
                   r"\bE(CONN|NOTFOUND|AI_AGAIN)", re.IGNORECASE),
    ),
}  # fmt: skip
_STATUS = re.compile(r"(?:status|code|error)\W{1,4}([45]\d\d)\b", re.IGNORECASE)
_EPOCH = re.compile(r"\|(\d{10})\b")
_RESETS_AT = re.compile(r'"resets_at"\s*:\s*(\d{10})\b')
_STAMP = re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)")
_SECOND = 1_000_000


def failure(title: str, ended: Ended, text: str = "", status: object = None) -> ModelError:
    """The error that a failed end of a program stands for.

    Args:
        title: what people call the program.
        ended: how it ended.
        text: its own words for what went wrong, if it printed them apart.
        status: the service's status, if it printed one.
    """
    words = " ".join((text or ended.err or ended.out).split())
    found = status if type(status) is int else _status(words)
    kind = _kind(words, found)
    said = words[-_LONGEST:] or f"nothing, and ended with exit code {ended.code}"
    message = f"{title} gave no answer; it said: {said}"
    if kind is NoQuota:
        return NoQuota(f"{message}; it is asked again later", again(words))
    if kind is NotSignedIn:
        return NotSignedIn(f"{message}; sign in to it in a terminal")
    if kind is ProgramTooOld:
        return ProgramTooOld(f"{message}; update it")
    return kind(message)


def again(words: str) -> int | None:
    """When a refused account may ask again, in microseconds since 1970; None if it is not told.

    >>> again("usage limit reached|1795500000")
    1795500000000000
    """
    for pattern in (_EPOCH, _RESETS_AT):
        if found := pattern.search(words):
            return int(found[1]) * _SECOND
    if found := _STAMP.search(words):
        return int(datetime.fromisoformat(found[0]).timestamp()) * _SECOND
    return None


def _status(words: str) -> int | None:
    found = _STATUS.search(words)
    return int(found[1]) if found else None


def _kind(words: str, status: int | None) -> type[ModelError]:
    """By the service's status, else by its words; what nobody knows is a rejection."""
    for kind, (statuses, pattern) in _KINDS.items():
        if status in statuses or (status is None and pattern.search(words)):
            return kind
    return next((kind for kind, (_, pattern) in _KINDS.items() if pattern.search(words)),
                ModelRejected)  # fmt: skip
