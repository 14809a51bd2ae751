"""Claiming and completing work with several processes, beside huey.

Both keep their items in SQLite with the same `synchronous` setting, which is asserted. A
turn is to take an item and to say what came of it: here two events, in huey a row deleted and a
result stored (an item is lost when its worker dies).
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

from huey.storage import SqliteStorage

from bench.inside import connection_of
from bench.result import Result, plain, rate
from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.work import WorkCreated
from scheduler.work import decide
from scheduler.work.queue import Queue

_SECONDS = 2.0
_WORKERS, _READY = 8, {"ours": 20_000, "ours-ten": 40_000, "huey": 80_000}
"""Processes, and items that are enough for them for as long as they work."""

_NORMAL = 1
_START = 1_750_000_000_000_000
_INPUT = {"session": "0123456789abcdef", "note": "x" * 100}
_OUTCOME = {"looked_at": 1, "kept": 2}


class _Worked(NamedTuple):
    """One process's items, and its median turn in seconds."""

    done: int
    turn: float


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Items per second of eight processes, and of one among many finished items."""
    runs = {
        name: _run(turns, make(folder / f"queue-{name}", _READY[name]), _WORKERS)
        for name, (make, turns) in _KINDS.items()
    }
    total = {name: sum(worker.done for worker in run) / _SECONDS for name, run in runs.items()}
    slowest, fastest = (pick(our.done / _SECONDS for our in runs["ours"]) for pick in (min, max))
    name, size, peer = "claim + complete", min(sizes), total["huey"]
    return [
        rate(name, size, total["ours"], "/s", "huey", peer),
        rate(f"{name}, ten at a time", size, total["ours-ten"], "/s", "huey", peer),
        rate(f"{name}, slowest of 8", size, slowest, "/s", "fastest", fastest),
        *_among_finished(sizes, folder),
    ]


def _among_finished(sizes: Sequence[int], folder: Path) -> Iterator[Result]:
    """The length of a turn on a board with many finished items."""
    for size in sizes:
        turn = _turn(_board(folder / f"queue-{size}", 2_000, finished=size))
        yield plain("claim + complete among finished items", size, turn * 1000, "ms")


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
