"""The budgets: what each row may cost beside its peer or limit, and how it may grow.

They are those of the design. A number for each size is given where the budget differs by size; a
size that is not named has none. All sizes are those of the boards, in events or lessons.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

FLAT, LINEAR = 0.2, 1.15
"""The largest power of the size that passes for O(1) or O(log n), and for O(n)."""

Bound = float | Mapping[int, float]

_SMALL, _MIDDLE, _LARGE = 10_000, 100_000, 1_000_000


class Budget(NamedTuple):
    """The bound beside each peer ("limit" for a fixed one), and the largest growth."""

    beside: Mapping[str, Bound] = {}
    growth: float | None = None


def _limit(bound: Bound, growth: float | None = None) -> Budget:
    return Budget({"limit": bound}, growth)


_BARE = "bare sqlite3"
_NOTHING = "python -c pass"
_READ = Budget({_NOTHING: 10})
_AGAIN = _limit(1.0, FLAT)

BUDGETS: Mapping[str, Budget] = {
    "append, one a transaction": Budget({_BARE: 3}, FLAT),
    "append, 1,000 a transaction": Budget({_BARE: 2.5}, FLAT),
    "append of a session's events, one a transaction": Budget({}, FLAT),
    "append of a session's events, 1,000 a transaction": Budget({}, FLAT),
    "8 writers, in all": Budget({"one writer": 0.85}),
    "8 writers, slowest": Budget({"fastest": 0.6}),
    "8 writers, longest wait": Budget({"SQLite's busy handler": 8}),
    "replay": Budget({"row scan": 0.2, "eventsourcing": 3}, LINEAR),
    "replay, peak memory": Budget({"a tenth of the events": 1.25}, FLAT),
    "forget a session": Budget({"VACUUM": 4}, LINEAR),
    "claim + complete": Budget({"huey": 0.35}),
    "claim + complete, ten at a time": Budget({"huey": 1.2}),
    "claim + complete, slowest of 8": Budget({"fastest": 0.5}),
    "claim + complete among finished items": Budget({}, FLAT),
    "team: claim + complete, 8 machines": _limit(300),
    "team: claim + complete, in tens": _limit(1500),
    "team: notice of an append, longest": _limit(1000),
    "search of lessons, p99": _limit({_SMALL: 5, _MIDDLE: 50, _LARGE: 50}),
    "search of lessons, statements at most": _limit(10, FLAT),
    "search of lessons, all words": Budget({"plain FTS5": {_MIDDLE: 1.5, _LARGE: 1}}),
    "search of sessions, selective words, p99": _limit(50, FLAT),
    "search of sessions, common words, p99": _limit(50, FLAT),
    "first search of a board that came by the API": _limit(1, FLAT),
    "first search after 1,000 events by the API": _limit(1, FLAT),
    "first search after `forget`": _limit(1, FLAT),
    "first search after an import": _limit(1, FLAT),
    "search again": _limit(1, FLAT),
    "index of sessions, time": Budget({"importing them": 0.3}, LINEAR),
    "index of sessions, size": Budget({"the board without it": 0.4}, LINEAR),
    "fix, p99": _limit(50, FLAT),
    "context, 50 words, p99": _limit({_SMALL: 20, _MIDDLE: 60}),
    "context, 100 words, p99": _limit({_SMALL: 20, _MIDDLE: 60}),
    "context, 200 words, p99": _limit({_SMALL: 20, _MIDDLE: 60}),
    "context, 200 words, p50": Budget({"OR of all words in FTS5": {_MIDDLE: 20}}),
    "context, 200 words, hit@20": Budget({"OR of all words in FTS5": 1}),
    "context of a project, 200 words, p99": _limit({_SMALL: 20, _MIDDLE: 60}),
    "near-duplicates, jaccard": Budget({"comparing with all": {_MIDDLE: 50, _LARGE: 50}}),
    "near-duplicates, overlap": Budget({"comparing with all": {_MIDDLE: 10, _LARGE: 10}}),
    "near-duplicates, fresh process": _limit({_SMALL: 5, _MIDDLE: 5}),
    "`--version`": Budget({_NOTHING: 3}),
    "completion": Budget({_NOTHING: 3}),
    "`lesson`": _READ,
    "`session`": _READ,
    "`search`": _READ,
    "`lesson context`": _READ,
    "hook without a server, end of a turn": Budget({_NOTHING: 1.7}),
    "hook without a server, prompt of 80 words": Budget({_NOTHING: {_SMALL: 2.5, _MIDDLE: 3}}),
    "hook with the server, end of a turn": Budget({_NOTHING: 1.5}),
    "hook with the server, prompt of 80 words": Budget({_NOTHING: {_SMALL: 2.2}}),
    "MCP server to its first answer, CPU": _limit(0.2),
    "MCP server to its first answer, memory": _limit(30),
    "MCP server, first `remember` after a search, CPU": _limit(0.3),
    "whole `import`, without extras": Budget({"parsing by orjson": 0.2}),
    "whole `import`, with `secrets`": Budget({"parsing by orjson": 0.2}),
    "whole `import`, peak memory": _limit(120),
    "import of a file of 200 MB, peak memory": Budget({"of 20 MB": 1.25}),
    "first reflection": _limit({_SMALL: 2.1, _MIDDLE: 21, _LARGE: 210}, LINEAR),
    "a session's end, CPU": _limit(0.3),
    "a session's end, lock held": _limit(50),
    "import of 1,000 new events": Budget({}, FLAT),
    "import, nothing new": _AGAIN,
    "reflect --all, nothing new": _AGAIN,
    "backtest, the first time": _limit(1),
    "backtest, again": _AGAIN,
    "`doctor`": _AGAIN,
    "slowest of the reads, the first time": _AGAIN,
    "slowest of the reads, again": _AGAIN,
    "slowest of the reads, one event behind": _AGAIN,
    "verify": Budget({}, LINEAR),
    "export": Budget({}, LINEAR),
    "peak memory of these commands": Budget({}, FLAT),
    "page, the first": _limit({_SMALL: 0.3, _MIDDLE: 0.3, _LARGE: 1}),
    "page, slowest other": _limit({_SMALL: 0.3, _MIDDLE: 0.3, _LARGE: 1}),
    "page, a past moment, first": _limit(1, FLAT),
    "page, a past moment, again": _limit(1, FLAT),
    "page, memory after 60 pages": _limit(100),
    "page, CPU of 10 s at rest, five tabs": _limit(0.05),
    "page, search while typing, p95": _limit(0.1),
}
"""The first reflection's bound is 40 s for 190,000 events, in proportion."""


def bound(work: str, peer: str, size: int) -> float | None:
    """The bound of a row, or None."""
    found = BUDGETS.get(work, Budget()).beside.get(peer)
    return found.get(size) if isinstance(found, Mapping) else found


def growth(work: str) -> float | None:
    """The largest growth of a row, or None."""
    return BUDGETS.get(work, Budget()).growth
