"""Claiming and completing work with several processes, beside huey and litequeue.

All three keep their items in SQLite with the same `synchronous` setting, which is asserted. A
turn is to take an item and to say what came of it: here two events, in huey a row deleted and a
result stored (an item is lost when its worker dies), in litequeue a row updated twice.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import NamedTuple

import litequeue
from huey.storage import SqliteStorage

from bench.inside import connection_of
from bench.result import Result, rate
from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.work import WorkCreated
from scheduler.work import decide
from scheduler.work.queue import Queue

_SECONDS = 2.0
_WORKERS = (1, 4, 8)
_NORMAL = 1
_START = 1_750_000_000_000_000
_INPUT = {"session": "0123456789abcdef", "note": "x" * 100}
_OUTCOME = {"looked_at": 1, "kept": 2}


class _Worked(NamedTuple):
    """One process's items, and its median turn in seconds."""

    done: int
    turn: float


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Items per second by number of processes, and claims among many finished items."""
    results: list[Result] = []
    for workers in _WORKERS:
        results += _with(workers, folder)
    return [*results, *_among_finished(sizes, folder)]


def _with(workers: int, folder: Path) -> list[Result]:
    enough = 60_000
    runs = {
        name: _run(turns, make(folder / f"queue-{name}-{workers}", enough), workers)
        for name, (make, turns) in _KINDS.items()
    }
    total = {name: sum(worker.done for worker in run) / _SECONDS for name, run in runs.items()}
    one, ten = total["ours"], total["ours-ten"]
    name = f"claim + complete, {workers} processes"
    last = workers == _WORKERS[-1]
    slowest = min(our.done for our in runs["ours"])
    fastest = max(our.done for our in runs["ours"])
    results = [
        rate(name, enough, one, "/s", "huey", total["huey"], at_least=0.35 if last else None),
        rate(name, enough, one, "/s", "litequeue", total["lite"], at_least=1.8 if last else None),
        rate(f"{name}, ten at a time", enough, ten, "/s", "huey", total["huey"],
             at_least=1.2 if last else None),
    ]  # fmt: skip
    if workers > 1:
        results.append(
            rate(f"{name}, slowest", enough, slowest / _SECONDS, "/s", "fastest",
                 fastest / _SECONDS, at_least=0.5 if last else None)
        )  # fmt: skip
    return results


def _among_finished(sizes: Sequence[int], folder: Path) -> list[Result]:
    """The length of a turn on a board with many finished items, compared with few."""
    few = _turn(_board(folder / "queue-few", 2_000, finished=100))
    results = []
    for size in sizes:
        many = _turn(_board(folder / f"queue-{size}", 2_000, finished=size))
        results.append(
            rate("claim + complete among finished", size, 1 / many, "/s", "100 finished", 1 / few,
                 at_least=0.7)
        )  # fmt: skip
    return results


def _turn(path: Path) -> float:
    return _run(turns_ours, path, 1)[0].turn


def _board(path: Path, ready: int, finished: int = 0) -> Path:
    """A board with ready items, and some completed ones."""
    with Board.open(path) as board:
        for first in range(0, finished, 5_000):
            board.append([event for number in range(first, min(finished, first + 5_000))
                          for event in _finished(number)])  # fmt: skip
        board.append([_created(_id(number)) for number in range(ready)])
        board.catch_up()
    return path


def _id(number: int) -> str:
    """The id of an item as the queue makes it, forty a second."""
    digest = hashlib.sha256(str(number).encode()).hexdigest()
    return decide.item_id(_START + number * 25_000, digest)


def _created(item: str) -> NewEvent:
    return new(WorkCreated(item=item, kind="bench", input=_INPUT), stream=f"work:{item}")


def _finished(number: int) -> list[NewEvent]:
    item = _id(-1 - number)
    stream = f"work:{item}"
    claimed = {"item": item, "worker": "w", "attempt": 1, "lease_expires_at": 1}
    return [
        _created(item),
        NewEvent("work.claimed", stream, claimed),
        NewEvent("work.completed", stream, {"item": item, "worker": "w", "outcome": _OUTCOME}),
    ]


def make_huey(path: Path, items: int) -> Path:
    """A queue of huey."""
    storage = _huey(path)
    for _ in range(items):
        storage.enqueue(b"x" * 150)
    storage.close()
    return path


def make_lite(path: Path, items: int) -> Path:
    """A queue of litequeue."""
    queue = litequeue.LiteQueue(str(path))
    with queue.transaction():
        for _ in range(items):
            queue.put("x" * 150)
    queue.close()
    return path


def turns_ours(path: Path, limit: int = 1) -> Iterator[int]:
    """Claim and complete; yields the number of items each time."""
    with Board.open(path) as board:
        _assert_normal(connection_of(board))
        queue = Queue(board, f"worker-{os.getpid()}")
        while items := queue.claim(limit=limit):
            queue.complete([(item, _OUTCOME) for item in items])
            yield len(items)


def turns_ours_ten(path: Path) -> Iterator[int]:
    """The same, ten at a time."""
    yield from turns_ours(path, 10)


def turns_huey(path: Path) -> Iterator[int]:
    """Take an item, which deletes it, and store a result."""
    storage = _huey(path)
    number = 0
    while storage.dequeue() is not None:
        number += 1
        storage.put_data(f"{os.getpid()}-{number}", b"y" * 30)
        yield 1


def turns_lite(path: Path) -> Iterator[int]:
    """Take an item, and mark it done."""
    queue = litequeue.LiteQueue(str(path))
    _assert_normal(queue.conn)
    while (message := queue.pop()) is not None:
        queue.done(message.message_id)
        yield 1


def _huey(path: Path) -> SqliteStorage:
    storage = SqliteStorage(filename=str(path), timeout=60)
    storage.conn.execute("PRAGMA synchronous = NORMAL")
    _assert_normal(storage.conn)
    return storage


def _assert_normal(connection: object) -> None:
    execute = connection.execute  # type: ignore[attr-defined]  # any of three kinds of connection
    assert execute("PRAGMA synchronous").fetchone()[0] == _NORMAL
    assert execute("PRAGMA journal_mode").fetchone()[0] == "wal"


Turns = Callable[[Path], Iterator[int]]
_KINDS: dict[str, tuple[Callable[[Path, int], Path], Turns]] = {
    "ours": (_board, turns_ours),
    "ours-ten": (_board, turns_ours_ten),
    "huey": (make_huey, turns_huey),
    "lite": (make_lite, turns_lite),
}


def _run(turns: Turns, path: Path, workers: int) -> list[_Worked]:
    """Run processes that take turns concurrently for a while."""
    context = multiprocessing.get_context("fork")
    barrier, results = context.Barrier(workers), context.SimpleQueue()
    processes = [
        context.Process(target=_work, args=(turns, path, barrier, results)) for _ in range(workers)
    ]
    for process in processes:
        process.start()
    worked = [_Worked(*results.get()) for _ in processes]
    for process in processes:
        process.join()
    return worked


def _work(turns: Turns, path: Path, barrier: Barrier, results: object) -> None:
    taken = turns(path)
    done = next(taken, 0)
    barrier.wait()
    done, times = 0, []
    started = before = time.perf_counter()
    for count in taken:
        now = time.perf_counter()
        done += count
        times.append((now - before) / count)
        before = now
        if now - started > _SECONDS:
            break
    times.sort()
    results.put((done, times[len(times) // 2] if times else 0.0))  # type: ignore[attr-defined]
