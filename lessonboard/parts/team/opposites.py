"""What colleagues say against what is known here: both are put before the board's person."""

from __future__ import annotations

from math import inf
from time import monotonic

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.events.team import LessonShared
from blackboard.views.colleagues import keys
from blackboard.views.lessons import ACTIVE_STATUSES
from reflect.pipeline.pairs import note_pairs

_READER = "team:compared"

_PAGE = 20
"""Lessons after which it is remembered how far the comparison came."""

IN_BACKGROUND = 5.0
"""Seconds that the background compares in one exchange; the next goes on from there."""


def compare(board: Board, seconds: float = inf) -> int:
    """Compare what colleagues shared since the last time with all that is offered.

    Each pair that contradicts itself, or may, is recorded once. Interrupted, or when its time is
    over, it goes on from there the next time.

    Args:
        board: one's own.
        seconds: after how many it ends, having done a page at least.

    Returns how many lessons contradict something.
    """
    until = monotonic() + seconds
    found, is_all = _compare_page(board)
    while not is_all and monotonic() < until:
        more, is_all = _compare_page(board)
        found += more
    return found


def _compare_page(board: Board) -> tuple[int, bool]:
    """Compare the next few; returns how many contradict something, and whether those were all."""
    after, head = board.log.reader_position(_READER), board.log.head()
    shared = list(board.read(after, types=[LessonShared.type], limit=_PAGE))
    is_all = len(shared) < _PAGE
    names = {name for each in shared if colleague(each.actor) for name in keys(each)}
    found = 0
    if names:
        board.catch_up()
        rows = board.view("lessons", where={"id": sorted(names), "status": ACTIVE_STATUSES})
        found = sum(bool(note_pairs(board, row)) for row in rows)
    if shared:
        board.remember_reader(_READER, head if is_all else shared[-1].position)
    return found, is_all
