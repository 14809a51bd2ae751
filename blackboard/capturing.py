"""What people decided about being remembered, read from the events themselves.

The view of captures is folded by the same functions. But an import asks before it has any other
use for views, and bringing all of them up to date takes much longer than reading a few events.
"""

from __future__ import annotations

from typing import cast

from blackboard.board import Board
from blackboard.sources.omission import Decisions
from blackboard.views.captures import CAPTURES
from blackboard.views.rows import CaptureRow
from blackboard.views.view import fold


def captures(board: Board) -> list[CaptureRow]:
    """The rows of that view, of a board that lags behind as well."""
    board.local.ingest()  # what a hook noted while the board was busy, or not there yet
    rows = fold(CAPTURES, board.read(types=CAPTURES.reduce)).values()
    return [cast(CaptureRow, row) for row in rows]


def decisions(board: Board) -> Decisions:
    """What they amount to, for a project by any of its names."""
    return Decisions(captures(board), board.names_of)
