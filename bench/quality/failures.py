"""The forms in which a model fails: junk, answers that come too late, and none at all."""

from __future__ import annotations

import threading
from collections.abc import Callable

from reflect.model.deadline import within
from reflect.model.thread import (
    ModelRefused,
    ModelUnavailable,
    NoQuota,
    NotSignedIn,
    ProgramMissing,
    ProgramTooOld,
)

_WHOLE = '{"lessons": [], "verdicts": [], "relations": []}'
_MEGABYTES = 10


def _raising(error: BaseException) -> Callable[[], str]:
    def answer() -> str:
        raise error

    return answer


def _too_late() -> str:
    """An answer that is still awaited when its time is over; nothing sleeps for it."""
    asked = threading.Event()
    try:
        return within(0, lambda: _WHOLE if asked.wait() else "")
    finally:
        asked.set()  # it comes now, and nobody reads it


FORMS: dict[str, Callable[[], str]] = {
    "no JSON": lambda: "Sorry, I cannot help with that.",
    "JSON of another shape": lambda: '{"answer": {"items": 3}}',
    "a list": lambda: '[{"kind": "fix"}]',
    "null for every part": lambda: '{"lessons": null, "verdicts": null, "relations": null}',
    "an error as JSON": lambda: '{"error": {"type": "overloaded_error"}}',
    "empty": lambda: "",
    "white space": lambda: " \n\t ",
    "truncated": lambda: '{"lessons": [{"kind": "fix", "text": "Run the te',
    "10 MB": lambda: '{"lessons": "' + "x" * (_MEGABYTES * 2**20) + '"}',
    "10 MB that does not end": lambda: '{"lessons": [' * (_MEGABYTES * 2**20 // 13),
    "control characters": lambda: "\x00\x1b[2J\ufffd{",
    "after the deadline": _too_late,
    "no program": _raising(ProgramMissing("claude is not on this machine")),
    "not signed in": _raising(NotSignedIn("nobody is signed in")),
    "program too old": _raising(ProgramTooOld("version 1.0 is too old")),
    "no quota": _raising(NoQuota("the limit is reached")),
    "no network": _raising(ModelUnavailable("connection refused")),
    "declined": _raising(ModelRefused("declined")),
}
"""A form of failure more is a line here."""
