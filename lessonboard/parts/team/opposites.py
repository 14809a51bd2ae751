"""What colleagues say against what is known here: both are put before the board's person."""

from __future__ import annotations

from blackboard.actors import colleague
from blackboard.board import Board
from blackboard.events.team import LessonShared
from blackboard.views.colleagues import keys
from blackboard.views.lessons import ACTIVE_STATUSES
from reflect.pipeline.pairs import note_pairs

_READER = "team:compared"


def compare(board: Board) -> int:
    """Compare what colleagues shared since the last time with all that is offered.

    Each pair that contradicts itself, or may, is recorded once; interrupted, it is done again.
    Returns how many lessons contradict something.
    """
    after, head = board.log.reader_position(_READER), board.log.head()
    shared = board.read(after, types=[LessonShared.type])
    names = {name for each in shared if colleague(each.actor) for name in keys(each)}
    if not names:
        return 0
    board.catch_up()
    rows = board.view("lessons", where={"id": sorted(names), "status": ACTIVE_STATUSES})
    found = sum(bool(note_pairs(board, row)) for row in rows)
    board.remember_reader(_READER, head)
    return found
