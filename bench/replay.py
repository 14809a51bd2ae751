"""Replay: fold a whole log into all views, compared with reading its rows and with a peer."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bench import corpus, peers
from bench.result import Result, cost, rate
from bench.timing import peak_of, spent
from blackboard.board import Board

_PEER_EVENTS = 10_000
_MOST_LESSONS = 100_000
"""A million take five minutes to index; the other benchmarks do that once."""


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Events per CPU second, and the memory of a replaying process."""
    stored, in_memory = _peers(folder)
    results = []
    for size in sizes:
        path = corpus.event_board(folder, size)
        ours, scan = _speeds(path, size, repeats=3)
        results += [
            rate("replay", size, ours, "/s", "row scan", scan, at_least=0.25),
            rate("replay", size, ours, "/s", "eventsourcing, view stored", stored, at_least=3),
            rate("replay", size, ours, "/s", "eventsourcing, in memory", in_memory),
            _memory("replay", size, path, corpus.event_board(folder, size // 10), at_most=1.25),
        ]
    for size in (size for size in sizes if size <= _MOST_LESSONS):
        path, work = corpus.lesson_board(folder, size), "replay, lessons only"
        ours, scan = _speeds(path, size, repeats=1)
        results += [
            rate(work, size, ours, "/s", "row scan", scan),
            _memory(work, size, path, corpus.lesson_board(folder, size // 10)),
        ]
    return results


def replay(path: str) -> None:
    """Rebuild all views of a board."""
    with Board.open(path) as board:
        board.replay()


def _speeds(path: Path, size: int, *, repeats: int) -> tuple[float, float]:
    """Events per second of a replay, and of reading all rows."""
    scan = spent(lambda: _scan(path)).cpu
    ours = min(spent(lambda: replay(str(path))).cpu for _ in range(repeats))
    return size / ours, size / scan


def _memory(work: str, size: int, path: Path, tenth: Path, at_most: float | None = None) -> Result:
    large, small = (peak_of("bench.replay", "replay", str(file)) for file in (path, tenth))
    return cost(f"{work}, peak memory", size, large, "MB", "a tenth", small, at_most=at_most)


def _scan(path: Path) -> None:
    connection = sqlite3.connect(path)
    for _row in connection.execute("SELECT * FROM events ORDER BY position"):
        pass
    connection.close()


def _peers(folder: Path) -> tuple[float, float]:
    """Events per second of a peer that only counts, into a file and into memory."""
    path = folder / "replay-eventsourcing.sqlite"
    app = peers.application(path)
    stream = peers.new_stream(app)
    for number, event in enumerate(corpus.mixed(_PEER_EVENTS)):
        stream.record(event.payload)
        if number % 1000 == 999:
            app.save(stream)
    app.close()
    stored = peers.stored_counts(folder / "replay-counts.sqlite")
    in_file = spent(lambda: peers.project(path, _PEER_EVENTS, stored)).cpu
    in_memory = spent(lambda: peers.project(path, _PEER_EVENTS, peers.MemoryCounts())).cpu
    return _PEER_EVENTS / in_file, _PEER_EVENTS / in_memory
