"""Reading one stream costs what the stream holds, however many events of its types there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.storage.sqlite.guards import refused_in
from tests.inside import connection_of

_TYPES = ("tool.called", "context.injected", "guard.refused", "note.taken")
_STEPS = 10
"""Instructions of SQLite's machine between two looks at the counter."""

_READS: dict[str, Callable[[Board], Any]] = {
    "one type of a session": lambda board: list(board.read(stream="session:s1", types=_TYPES[:1])),
    "types of a session": lambda board: list(board.read(stream="session:s1", types=_TYPES)),
    "what it was told": lambda board: board.delivered("s1"),
    "what was refused to it": lambda board: refused_in(connection_of(board), str(board.path), "s1"),
}


def _events(session: str) -> list[NewEvent]:
    told = {"session": session, "text": "t", "items": ["l1"], "tokens": 1}
    called = {"session": session, "call": "c", "name": "Bash", "input": {}, "output": "",
              "failed": False, "kind": "shell", "said_by": "tool"}  # fmt: skip
    refused = {"session": session, "lesson": "l1", "call": "c", "tool": "Bash", "text": "t"}
    stream = f"session:{session}"
    return [
        NewEvent("tool.called", stream, called, 3),
        NewEvent("context.injected", f"context:{session}", told),
        NewEvent("guard.refused", f"context:{session}", refused),
        NewEvent("note.taken", stream, {}),
    ]


def _cost(board: Board, read: Callable[[Board], Any]) -> int:
    """How much SQLite does for a read that follows one alike."""
    looks: list[int] = []
    read(board)
    connection = connection_of(board)
    connection.set_progress_handler(lambda: looks.append(1), _STEPS)
    try:
        assert read(board)
    finally:
        connection.set_progress_handler(None, 0)
    return len(looks)


@pytest.mark.parametrize("name", _READS)
def test_a_stream_is_read_by_itself(board: Board, name: str) -> None:
    """Among 40 sessions or 400, each with events of the same types."""
    board.log.append([event for number in range(40) for event in _events(f"s{number}")])
    few = _cost(board, _READS[name])
    board.log.append([event for number in range(40, 400) for event in _events(f"s{number}")])
    assert _cost(board, _READS[name]) <= few + 5
