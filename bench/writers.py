"""Eight concurrent writers: throughput, fairness, and waiting times."""

from __future__ import annotations

import multiprocessing
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import NamedTuple

from bench import corpus, peers
from bench.result import Result, rate, speedup
from blackboard.storage.sqlite.log import SqliteLog

_PROCESSES = 8
_SECONDS = 4.0


class _Worked(NamedTuple):
    """One process's transactions, and its longest wait for the lock in seconds."""

    done: int
    longest: float


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Appends per second and waits, on boards with existing events."""
    results = []
    for size in sizes[:1]:
        results += _at(size, folder)
    return results


def _at(size: int, folder: Path) -> list[Result]:
    for kind in ("one", "ours", "busy"):
        shutil.copyfile(corpus.event_board(folder, size), folder / f"writers-{kind}.board")
    one = _run(append_ours, folder / "writers-one.board", 1)
    ours = _run(append_ours, folder / "writers-ours.board", _PROCESSES)
    busy = _run(append_busy, folder / "writers-busy.board", _PROCESSES)
    longest, longest_busy = (max(writer.longest for writer in those) for those in (ours, busy))
    name = f"{_PROCESSES} writers"
    return [
        rate(f"{name}, in all", size, _rate(ours), "/s", "one writer", _rate(one)),
        rate(f"{name}, slowest", size, min(ours).done / _SECONDS, "/s", "fastest",
             max(ours).done / _SECONDS),
        speedup(f"{name}, longest wait", size, longest * 1000, "ms", "SQLite's busy handler",
                longest_busy * 1000),
    ]  # fmt: skip


def append_ours(path: Path) -> Iterator[float]:
    """Append one event per transaction until stopped; yields the waits for the lock."""
    log = SqliteLog(path)
    events = corpus.tool_calls(1000)
    while True:
        for event in events:
            asked = time.perf_counter()
            with log.transaction():
                waited = time.perf_counter() - asked
                log.append([event])
            yield waited


def append_busy(path: Path) -> Iterator[float]:
    """Insert an equal row, waiting in SQLite's busy handler."""
    table = peers.BareTable(path)
    name = multiprocessing.current_process().name
    number = 0
    while True:
        number += 1
        asked = time.perf_counter()
        table.connection.execute("BEGIN IMMEDIATE")
        waited = time.perf_counter() - asked
        _insert_next(table.connection, f"{name}-{number}")
        table.connection.execute("COMMIT")
        yield waited


def _insert_next(connection: sqlite3.Connection, event_id: str) -> None:
    """Copy the newest row to the next position, the least work an append can do."""
    connection.execute(
        "INSERT INTO events SELECT position + 1, :id, :id, 1, type, schema, project, actor, "
        "occurred_at, recorded_at, causation, correlation, payload, payload_sha256, digest "
        "FROM events ORDER BY position DESC LIMIT 1",
        {"id": event_id},
    )


def _run(work: Callable[[Path], Iterator[float]], path: Path, processes: int) -> list[_Worked]:
    """Run processes on one file for some seconds, started together."""
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(processes)
    results: multiprocessing.Queue[tuple[int, float]] = context.Queue()
    workers = [
        context.Process(target=_work, args=(work, path, start, results)) for _ in range(processes)
    ]
    for worker in workers:
        worker.start()
    worked = [_Worked(*results.get(timeout=120)) for _ in workers]
    for worker in workers:
        worker.join()
    return worked


def _work(
    work: Callable[[Path], Iterator[float]],
    path: Path,
    start: Barrier,
    results: multiprocessing.Queue[tuple[int, float]],
) -> None:
    waits = work(path)
    start.wait()
    done, longest, end = 0, 0.0, time.perf_counter() + _SECONDS
    for waited in waits:
        done, longest = done + 1, max(longest, waited)
        if time.perf_counter() >= end:
            break
    results.put((done, longest))


def _rate(worked: Sequence[_Worked]) -> float:
    return sum(writer.done for writer in worked) / _SECONDS
