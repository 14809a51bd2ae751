"""Prepare texts that leave a board: redacted again, and without details of the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from blackboard.redaction.homes import without_homes
from blackboard.redaction.redact import redact_all


def cut(value: Any) -> Any:
    """The value with no secret and no home folder in any of its texts.

    >>> cut({"text": "see /home/anna/kite/notes.md"})
    {'text': 'see ~/kite/notes.md'}
    """
    return _cut(redact_all(value).value, str(Path.home()))


def _cut(value: Any, home: str) -> Any:
    if isinstance(value, str):
        return without_homes(value, home)
    if isinstance(value, dict):
        return {_cut(name, home): _cut(each, home) for name, each in value.items()}
    if isinstance(value, list):
        return [_cut(each, home) for each in value]
    return value
