"""Forget a whole session that a lesson cites, compared with SQLite's rewriting of the file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bench import corpus
from bench.inside import connection_of
from bench.result import Result, cost
from bench.timing import spent
from blackboard.board import Board
from blackboard.event import NewEvent


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU seconds to forget one session of a board whose sessions are indexed."""
    results = []
    for size in sizes:
        path = corpus.copy_of(corpus.event_board(folder, size), "forgetting")
        stream = _cited(path, size)
        vacuum = spent(lambda path=path: _vacuum(path))  # type: ignore[misc]
        ours = spent(lambda path=path, stream=stream: forget(path, stream))  # type: ignore[misc]
        results.append(cost("forget a session", size, ours.cpu, "s", "VACUUM", vacuum.cpu))
        path.unlink()
    return results


def forget(path: Path, stream: str) -> None:
    """What the command does after confirmation, including the search for citations."""
    with Board.open(path) as board:
        ids = [event.id for event in board.read(stream=stream)]
        erased = board.log.forget(
            board.log.reach(ids), reason="bench", actor="bench", closing=[stream]
        )
        board.catch_up()
        assert len(erased) >= len(ids)


def _vacuum(path: Path) -> None:
    with Board.open(path) as board:
        connection_of(board).execute("VACUUM")
        connection_of(board).execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _cited(path: Path, size: int) -> str:
    """The stream of a session in the middle, with a lesson that quotes it."""
    with Board.open(path) as board:
        (event,) = board.read(size // 2, types=["message.recorded"], limit=1)
        lesson = corpus.lesson(size)
        payload = {**lesson.payload, "evidence": [{"event_id": event.id, "quote": "x"}]}
        board.log.append([NewEvent(lesson.type, lesson.stream, payload, project="p")])
        board.catch_up()
        board.index()
        return event.stream
