"""Which sessions a board keeps no longer: the oldest, but never what something rests on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

_BELOW = 0.9
"""The share of its limit that a board is brought down to, so that it is not soon there again."""


class Kept(NamedTuple):
    """A session with its subagents: when it last went on, and how much text it has.

    `last_at` is in microseconds since 1970, `size` in bytes.
    """

    id: str
    last_at: int
    size: int


def chosen(
    sessions: Iterable[Kept], cited: Collection[str], before: int | None, excess: float
) -> list[str]:
    """Return the sessions to forget, the oldest first.

    Args:
        sessions: all of a board.
        cited: ids of those that are kept whatever their age.
        before: those that last went on before this time; None for none.
        excess: bytes of text that are too many, however old; zero for none.

    >>> old, new = Kept("a", 10, 500), Kept("b", 20, 500)
    >>> chosen([new, old], [], 15, 0), chosen([new, old], ["a"], None, 100)
    (['a'], ['b'])
    """
    found: list[str] = []
    for each in sorted(sessions, key=lambda session: (session.last_at, session.id)):
        if each.id in cited:
            continue
        if excess <= 0 and (before is None or each.last_at >= before):
            break
        found.append(each.id)
        excess -= each.size
    return found


def excess(text: int, file: int, limit: int | None) -> float:
    """Return how much of the text is too much for a file that has a limit; 0 below it.

    Args:
        text: bytes of text in all sessions.
        file: bytes of the board's file, which shrinks with its text.
        limit: bytes that the file may have; None without a limit.

    >>> excess(800, 1000, 1000), round(excess(800, 2000, 1000))
    (0.0, 440)
    """
    if limit is None or file <= limit:
        return 0.0
    return text * (1 - _BELOW * limit / file)
