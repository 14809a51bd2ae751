"""Whether the output of a later run shows that an error is gone, though the run failed; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

_LOCATED = re.compile(r"\s*(?:\[[\w:]+\] |\[)?\s*\S+\.\w{1,5}(?::\d+|\(\d+,\d+\))")
"""What a compiler or a linter complains about: a line of a file, perhaps behind a task's name."""

_TESTED = re.compile(
    r"(?im)\b\d+ (?:passing|passed|failing|failed|pass|fail|tests?)\b|^(?:ok|FAIL|--- FAIL)[ \t:]"
)
"""What a test program prints once it has run its tests."""

_TEMPORARY = re.compile(r"((?:^|[\s'\"(=/])(?:tmp|temp|var/folders)/)[^\s'\":,)]+")

_MASKED = 200
"""Characters by which an output may be shorter because secrets were cut."""

_UNBUILT = re.compile(
    r"(?i)\[build failed\]|cannot compile|SyntaxError|\berror TS\d+|error\[E\d+\]"
)


def is_located(error: str) -> bool:
    """Whether an error is about a line of a file.

    >>> is_located("src/a.ts(3,4): error TS2345"), is_located("1 failing")
    (True, False)
    """
    return bool(_LOCATED.match(error))


def is_seen(lines: Sequence[str], output: str) -> bool:
    """Whether an output still has one of an error's lines, their numbers aside."""
    whole = known(output)
    return any(known(line) in whole for line in lines)


def known(line: str) -> str:
    """A line as it is compared: without numbers and temporary folders, which change every time.

    >>> known("  src/a.py:12:  Error  in /tmp/a8Xz/log 0.3s")
    'src/a.py:#: error in /tmp/* #s'
    """
    text = _TEMPORARY.sub(r"\1*", line.lower())
    return " ".join(re.sub(r"\d+(?:\.\d+)*", "#", text).split())


def is_gone(lines: Sequence[str], failed: dict[str, Any], later: dict[str, Any]) -> bool:
    """Whether the whole output of a failed run shows that it got past an error.

    A run past a compiler's or a linter's complaint shows others of them, or tests; one past a
    failed test shows that tests were run; one past any other error shows another. Where the output
    was shortened it is unknown.

    Args:
        lines: the lines of the error.
        failed: the payload of the call that had it.
        later: the payload of the later call, which failed, too.
    """
    output = later.get("output", "")
    is_whole = later.get("output_chars", 0) <= len(output) + _MASKED
    if not lines or not output.strip() or not is_whole or is_seen(lines, output):
        return False
    tested = bool(_TESTED.search(output)) and not _UNBUILT.search(output)
    if _TESTED.search(failed.get("output", "")):
        return tested
    located = any(is_located(line) for line in output.splitlines())
    return located or tested or not any(map(is_located, lines))
