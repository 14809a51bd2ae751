"""How far the backtest has come, and what is missing; light to import, for those who only read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from zlib import crc32

from blackboard import Board
from blackboard.delivery.limits import ITEMS, TOKENS
from blackboard.views.rows import SessionRow
from reflect.backtest.taught import sights
from reflect.curator.settings import CuratorSettings

_VERSION = 1
"""Raise it when a row means something else."""


@dataclass(frozen=True)
class Rules:
    """As if what were so: what needs no person, and the most lessons and tokens shown together."""

    policy: CuratorSettings = field(default_factory=CuratorSettings)
    limits: tuple[int, int] = (ITEMS, TOKENS)

    @property
    def version(self) -> int:
        """A number that changes with them."""
        return crc32(repr((_VERSION, self.policy, self.limits)).encode())


def missing(board: Board, rules: Rules) -> int:
    """How many sessions are still to be looked at; drops what no longer holds."""
    return len(missing_of(board, rules, sessions_of(board)))


def sessions_of(board: Board) -> list[SessionRow]:
    """The sessions of a board, by their beginning."""
    return board.view("sessions", where={"child": 0}, order="started_at")


def missing_of(board: Board, rules: Rules, sessions: Sequence[SessionRow]) -> list[SessionRow]:
    """The sessions without a result that holds, by their beginning."""
    store, version = board.local.recurrences, rules.version
    reached, head = store.reached(version), board.log.head()
    if reached != head:
        since = reached or 0
        known = store.sessions() if reached else {}
        changed = [row for row in sessions if row["position"] > since]
        times = [row["last_at"] for row in changed]
        times += [known[row["id"]].ended_at for row in changed if row["id"] in known]
        ended = {row["id"]: row["last_at"] for row in sessions}
        times += [each.known_at for each in sights(board, ended, since)]
        store.invalidate(version, head, [row["id"] for row in changed], min(times, default=None))
    there = store.sessions()
    return [row for row in sessions if row["id"] not in there]
