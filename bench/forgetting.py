"""Forget whole sessions, compared with rewriting and refolding the file."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from bench import corpus
from bench.inside import connection_of
from bench.result import Result, cost
from bench.timing import spent
from blackboard.board import Board
from blackboard.event import NewEvent

_MANY = 10
_BUDGET = 4.0
"""A multiple of SQLite's rewriting time, for reading the file once and refolding rows."""


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU time to forget one session and ten, each with a lesson that cites it."""
    results = []
    for size in sizes:
        path = folder / f"forgetting-{size}.board"
        shutil.copy(corpus.event_board(folder, size), path)
        sessions = _cited(path, size)
        replay = spent(lambda path=path: _open(path))  # type: ignore[misc]
        vacuum = spent(lambda path=path: _vacuum(path))  # type: ignore[misc]
        for streams in (sessions[:1], sessions[1:]):
            ours = spent(lambda path=path, streams=streams: _forget(path, streams))  # type: ignore[misc]
            work = f"forget, sessions: {len(streams)}"
            budget = _BUDGET if len(streams) == 1 else None
            results += [
                cost(work, size, ours.cpu, "s", "VACUUM", vacuum.cpu, at_most=budget),
                cost(work, size, ours.cpu, "s", "replay", replay.cpu),
            ]
        path.unlink()
    return results


def _open(path: Path) -> None:
    with Board.open(path) as board:
        board.catch_up()


def _vacuum(path: Path) -> None:
    with Board.open(path) as board:
        connection_of(board).execute("VACUUM")
        connection_of(board).execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _forget(path: Path, streams: Sequence[str]) -> None:
    """What the command does after confirmation, including the search for citations."""
    with Board.open(path) as board:
        ids = [event.id for stream in streams for event in board.read(stream=stream)]
        erased = board.log.forget(
            board.log.reach(ids), reason="bench", actor="bench", closing=streams
        )
        board.catch_up()
        assert len(erased) >= len(ids) + len(streams)  # with the lessons


def _cited(path: Path, size: int) -> list[str]:
    """The streams of some sessions, with a lesson that quotes each."""
    with Board.open(path) as board:
        middle = list(board.read(size // 2, types=["message.recorded"], limit=size // 3))
        first = {event.stream: event for event in middle}
        chosen = [event for event in first.values() if event.payload][: _MANY + 1]
        for number, event in enumerate(chosen):
            lesson = corpus.lesson(size + number)
            evidence = [{"event_id": event.id, "quote": "x"}]
            payload = {**lesson.payload, "evidence": evidence}
            board.log.append([NewEvent(lesson.type, lesson.stream, payload, project="p")])
        return [event.stream for event in chosen]
