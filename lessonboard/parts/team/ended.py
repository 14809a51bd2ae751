"""A trust that ended in the background is said for a week, or until the repository is trusted."""

from __future__ import annotations

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.delivery.voice import author_shown
from blackboard.event import Event
from blackboard.events.team import TeamDistrusted, TeamTrusted

_SAID_FOR = 7 * 24 * 3600 * 1_000_000
"""Microseconds."""


def note(board: Board, source: str) -> None:
    """Remember that the trust in a repository just ended, unseen."""
    board.remember_reader(_reader(source), board.log.head())


def faults(board: Board) -> list[str]:
    """What is to be said of them, a line each; no trust that its person ended."""
    last: dict[str, Event] = {}
    for event in board.read(types=[TeamTrusted.type, TeamDistrusted.type]):
        if event.payload and colleague(event.actor) == board.person:
            last[event.payload["name"]] = event
    since = board.log.now() - _SAID_FOR
    return [
        f"{author_shown(name)} is no longer trusted: {(each.payload or {})['reason']}"
        for name, each in sorted(last.items())
        if each.type == TeamDistrusted.type
        and each.occurred_at >= since
        and board.log.reader_position(_reader(name)) >= each.position
    ]


def _reader(source: str) -> str:
    return f"team:ended:{source}"
