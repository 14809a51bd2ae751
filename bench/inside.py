"""The inside of a board in a file, for measuring beside plain SQL."""

from __future__ import annotations

import sqlite3

from blackboard.board import Board
from blackboard.storage.sqlite.log import SqliteLog


def connection_of(board: Board) -> sqlite3.Connection:
    """The connection of a board whose log is its file."""
    assert isinstance(board.log, SqliteLog)
    return board.log.connection
