"""The end of a transcript, for what a hook's input does not say; bounded, however long it is."""

from __future__ import annotations

import os
import stat

_MOST_LINES = 400
_LONGEST_LINE = 200_000
"""Characters; longer lines hold what a tool printed or a file, and no call that matters."""


def last_lines(path: str, most_bytes: int) -> list[str]:
    """Return the last lines of a file, newest first; none where it is no file that can be read.

    A line that begins before those bytes is left out.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:
        return []
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            return []
        start = max(0, found.st_size - most_bytes)
        os.lseek(descriptor, start, os.SEEK_SET)
        lines = os.read(descriptor, most_bytes).decode("utf-8", "replace").split("\n")
    except OSError:
        return []
    finally:
        os.close(descriptor)
    whole = lines[1:] if start else lines
    return [line for line in reversed(whole[-_MOST_LINES:]) if 0 < len(line) <= _LONGEST_LINE]
