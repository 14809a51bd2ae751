"""Replay: folding a whole log into all views, beside reading its rows and beside a peer."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import corpus, peers
from bench.result import Result, cost, rate
from bench.timing import peak_of, spent
from blackboard.board import Board

_PEER_EVENTS = 20_000


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Events a second of the processor, and the memory of a process that replays."""
    peer = _peer(folder)
    results = []
    for size in sizes:
        results += _speed("replay, mixed events", corpus.event_board(folder, size), size, peer)
        results += _memory(corpus.event_board(folder, size), size, folder)
    for size in sizes:
        results += _speed("replay, lessons only", corpus.lesson_board(folder, size), size, None)
    return results


def replay(path: str) -> None:
    """Rebuild all views of a board."""
    with Board.open(path) as board:
        board.replay()


def _speed(work: str, path: Path, size: int, peer: float | None) -> list[Result]:
    scan = size / spent(lambda: _scan(path)).cpu
    ours = size / min(spent(lambda: replay(str(path))).cpu for _ in range(_repeats(size)))
    least = None if peer is None else 0.25
    results = [rate(work, size, ours, "/s", "row scan", scan, at_least=least)]
    if peer is not None:
        results.append(rate(work, size, ours, "/s", "eventsourcing projection", peer, at_least=3))
    return results


def _memory(path: Path, size: int, folder: Path) -> list[Result]:
    tenth = corpus.event_board(folder, size // 10)
    large, small = (peak_of("bench.replay", "replay", str(each)) for each in (path, tenth))
    return [cost("replay, peak memory", size, large, "MB", "a tenth", small, at_most=1.25)]


def _scan(path: Path) -> None:
    connection = sqlite3.connect(path)
    for _row in connection.execute("SELECT * FROM events ORDER BY position"):
        pass
    connection.close()


def _peer(folder: Path) -> float:
    """Events a second of the peer, which folds into a view in memory."""
    path = folder / "replay-eventsourcing.sqlite"
    app = peers.application(path)
    stream = peers.new_stream(app)
    for number, event in enumerate(corpus.mixed(_PEER_EVENTS)):
        stream.tell(event.payload)
        if number % 1000 == 999:
            app.save(stream)
    app.close()
    return _PEER_EVENTS / spent(_projection(path)).cpu


def _projection(path: Path) -> Callable[[], None]:
    return lambda: peers.project(path, _PEER_EVENTS)


def _repeats(size: int) -> int:
    return 2 if size <= 100_000 else 1
