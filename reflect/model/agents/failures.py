"""What a program's complaint means: a failed end as the error that a caller can act on.

Some phrases are from what the real programs printed for refusals of a scripted service, others are
not; `KINDS` says which. What none of them matches is a rejection, and the words are shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

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


class _Kind(NamedTuple):
    """What identifies a kind of failure: the service's status, and phrases as patterns.

    `seen` were printed by the real programs (the recorded refusals of `test_agents.py` have each);
    `unseen` are from documentation and memory, and were not seen from a current program.
    """

    statuses: tuple[int, ...] = ()
    seen: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()

    @property
    def phrases(self) -> re.Pattern[str]:
        """Any of them."""
        return re.compile("|".join((*self.seen, *self.unseen)), re.IGNORECASE)


KINDS: Mapping[type[ModelError], _Kind] = {
    ProgramTooOld: _Kind(
        seen=(r"unknown (option|argument|feature|config)",),
        unseen=(r"unexpected argument", r"requires a newer version"),
    ),
    NotSignedIn: _Kind(
        statuses=(401,),
        seen=(r"not logged in", r"please (run )?/?log ?in", r"401 unauthorized",
              r"invalid (x-)?api[- ]key", r"auth(orization)? method"),
        unseen=(r"\blog in\b", r"api key not valid", r"authentication", r"no auth",
                r"token (has )?expired", r"sign in again"),
    ),
    NoQuota: _Kind(
        statuses=(402, 429),
        seen=(r"usage limit", r"too many requests"),
        unseen=(r"quota", r"hit your .{0,20}limit", r"limit reached", r"rate.?limit",
                r"credit balance", r"resource_exhausted", r"insufficient.{0,10}credit"),
    ),
    ModelRefused: _Kind(
        unseen=(r"usage polic", r"content polic", r"safety",
                r"unable to respond to this request", r"refus"),
    ),
    ModelUnavailable: _Kind(
        statuses=(408, 500, 502, 503, 504, 529),
        seen=(r"overloaded",),
        unseen=(r"high demand", r"unavailable", r"connection", r"network", r"timed? ?out",
                r"\bE(CONN|NOTFOUND|AI_AGAIN)"),
    ),
}  # fmt: skip
_PHRASES = {kind: each.phrases for kind, each in KINDS.items()}
_STATUS = re.compile(r"(?:status|code|error)\W{1,4}([45]\d\d)\b", re.IGNORECASE)
_EPOCH = re.compile(r"\|(\d{10})\b")
_RESETS_AT = re.compile(r'"resets_at"\s*:\s*(\d{10})\b')
_STAMP = re.compile(r"\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)")
_SECOND = 1_000_000


def failure(title: str, ended: Ended, text: str = "", status: object = None) -> ModelError:
    """The error for a failed end of a program.

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
    """When a refused account may ask again, in microseconds since 1970; None if it is not given.

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
    """By the service's status, else by its words; what is unknown is a rejection."""
    told = [kind for kind, phrases in _PHRASES.items() if phrases.search(words)]
    by_status = (kind for kind, each in KINDS.items()
                 if status in each.statuses or (status is None and kind in told))  # fmt: skip
    return next(by_status, told[0] if told else ModelRejected)
