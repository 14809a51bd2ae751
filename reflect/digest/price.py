"""What asking about sessions would take, from the history on this board."""

from __future__ import annotations

from statistics import mean
from typing import NamedTuple

from blackboard import Board
from blackboard.delivery.text import tokens
from reflect.digest.digest import digest
from reflect.trajectory import trajectory

DIGEST = 2_240
"""Tokens of a session's digest, on average."""

BESIDE_DIGEST = 5_200
"""Tokens of a session's questions beside its digest, on average: instructions, known lessons, the
correction and the answers. Both by bytes / 3.5 on the labelled sessions, 7,500 together
(docs/performance.md, "A model proposes")."""

_DAYS, _SAMPLE = 28, 30
_DAY = 86_400_000_000


class Expected(NamedTuple):
    """Sessions a week and tokens a month, as the last four weeks were; and the whole backlog."""

    sessions_a_week: int
    tokens_a_month: int
    backlog_sessions: int
    backlog_tokens: int


def expected(board: Board, agent: str, now: int) -> Expected:
    """What asking about an agent's sessions would take; a sample of the newest is measured.

    Args:
        board: the history.
        agent: whose sessions; empty for those of all agents.
        now: microseconds since 1970 UTC.
    """
    where = {"child": 0, **({"agent": agent} if agent else {})}
    rows = list(board.view("sessions", where=where, order="-started_at"))
    recent = sum(row["started_at"] > now - _DAYS * _DAY for row in rows)
    sizes = [
        sum(map(tokens, looked.windows)) + BESIDE_DIGEST
        for row in rows[:_SAMPLE]
        if (looked := digest(trajectory(board, row))).is_worth_asking
    ]
    share = len(sizes) / len(rows[:_SAMPLE]) if rows else 0.0
    each = mean(sizes) * share if sizes else 0.0
    return Expected(round(recent / 4), round(recent * each * 30 / _DAYS),
                    round(len(rows) * share), round(len(rows) * each))  # fmt: skip
