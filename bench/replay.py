"""Replay: fold a whole log into all views, compared with reading its rows and with a peer."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from bench import corpus, peers
from bench.result import Result, cost, rate
from bench.timing import middle, peak_of, spent
from blackboard.board import Board

_PEER_EVENTS = 10_000
_OFTEN, _REPEATS = 50_000, (5, 2)
"""Boards of more events are replayed less often."""


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Events per CPU second, and the memory of a replaying process."""
    peer = _peer(folder, min(sizes))
    results = []
    for size in sizes:
        path = corpus.event_board(folder, size)
        ours, scan = _speeds(path, _REPEATS[size > _OFTEN])
        results += [
            rate("replay", size, ours, "/s", "row scan", scan),
            rate("replay", size, ours, "/s", "eventsourcing", peer),
            _memory(size, path, corpus.event_board(folder, size // 10)),
        ]
    return results


def replay(path: str) -> None:
    """Rebuild all views of a board."""
    with Board.open(path) as board:
        board.replay()


def _speeds(path: Path, repeats: int) -> tuple[float, float]:
    """Events per second of a replay, and of reading all rows, in turns."""
    scans, replays = [], []
    for _ in range(repeats):
        scans.append(spent(lambda: _scan(path)).cpu)
        replays.append(spent(lambda: replay(str(path))).cpu)
    with Board.open(path) as board:
        events = board.log.head()
    return events / middle(replays), events / middle(scans)


def _memory(size: int, path: Path, tenth: Path) -> Result:
    large, small = (peak_of("bench.replay", "replay", str(file)) for file in (path, tenth))
    return cost("replay, peak memory", size, large, "MB", "a tenth of the events", small)


def _scan(path: Path) -> None:
    connection = sqlite3.connect(path)
    for _row in connection.execute("SELECT * FROM events ORDER BY position"):
        pass
    connection.close()


def _peer(folder: Path, size: int) -> float:
    """Events per second of a peer that only counts, into a file."""
    path = folder / "replay-eventsourcing.sqlite"
    app = peers.application(path)
    stream = peers.new_stream(app)
    with Board.open(corpus.event_board(folder, size)) as board:
        payloads = [event.payload or {} for event in board.read(limit=_PEER_EVENTS)]
    for number, payload in enumerate(payloads):
        stream.record(payload)
        if number % 1000 == 999:
            app.save(stream)
    app.save(stream)
    app.close()
    stored = peers.stored_counts(folder / "replay-counts.sqlite")
    return len(payloads) / spent(lambda: peers.project(path, len(payloads), stored)).cpu
