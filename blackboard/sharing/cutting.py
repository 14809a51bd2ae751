"""Words that leave a board: redacted once more, and without what tells of the machine."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from blackboard.redaction.redact import redact_all

_HOME = re.compile(
    r"(?<![\w.-])(?:/(?:var/|export/|mnt/[a-z]/)?(?:home|users)/|[a-z]:[\\/]+users[\\/]+)"
    r"[^/\\\s\"'`]+|(?<!\w)/root(?!\w)",
    re.IGNORECASE,
)
_FOLDER_NAME = re.compile(r"(?<!\w)-(?:home|Users)-[A-Za-z0-9_]+(?=-|\b)")
"""A home folder in the name of a folder, as agents call their folders for projects."""


def cut(value: Any) -> Any:
    """The value with no secret and no home folder in any of its texts.

    >>> cut({"text": "see /home/anna/kite/notes.md"})
    {'text': 'see ~/kite/notes.md'}
    """
    return _without_homes(redact_all(value).value)


def _without_homes(value: Any) -> Any:
    if isinstance(value, str):
        plain = value.replace(str(Path.home()), "~")
        return _FOLDER_NAME.sub("~", _HOME.sub("~", plain))
    if isinstance(value, dict):
        return {_without_homes(name): _without_homes(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_without_homes(each) for each in value]
    return value
