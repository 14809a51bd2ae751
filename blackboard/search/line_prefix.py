"""What logs, test programs and compilers put before an error: the place, the time, a tag; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

_PREFIX = re.compile(
    r"""(?x) \s* (?:
        (?:\S+?[./\\])?[\w.-]+ (?: :\d+(?:[:.]\d+)? | \(\d+(?:,\d+)?\) ) :? (?:\s+-)? \s+  # place
      | \d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?:? \s+      # time
      | \d\d:\d\d:\d\d(?:[.,]\d+)? \s+
      | \#\#\[\w+\] \s*                                                     # GitHub Actions
      | \[[\w:./ -]{1,30}\] \s+                                             # [stderr]
      | [\w.-]{1,30}\s+\| \s+                                               # docker compose
      | (?:ERROR|WARN|WARNING|INFO|FATAL|CRITICAL|E|>|\u2022|\$|\*)\s+
    )"""
)
_MOST = 4
_SHORTEST = 8
"""Characters of what is left, below which it says too little."""


def without_prefixes(line: str) -> Iterator[str]:
    """Yield a line without its first prefix, without its first two, and so on.

    >>> list(without_prefixes("12:01:02 main_test.go:87: expected 3 lines"))
    ['main_test.go:87: expected 3 lines', 'expected 3 lines']
    """
    for _ in range(_MOST):
        found = _PREFIX.match(line)
        if not found or len(line) - found.end() < _SHORTEST:
            return
        line = line[found.end() :]
        yield line
