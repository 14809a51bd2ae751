"""A session's end among many lessons: the processor's time, and how long the write lock is held."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench import corpus
from bench.result import Result, limit
from bench.timing import spent
from blackboard import Board
from blackboard.event import NewEvent
from blackboard.file_lock import FileLock
from blackboard.storage.sqlite.log import SqliteLog
from reflect.curator.curate import curate
from reflect.curator.settings import CuratorSettings
from reflect.guards.follow_up import follow_up
from reflect.miner.mine import mine
from reflect.reconsider import reconsider

_SESSIONS_IN_ALL, _ROUNDS, _CALLS = 1_000, 5, 40
_MOST_LESSONS = 10_000
"""To compare 100,000 with each other for the first time, before the measuring, takes long."""

_HOUR = 3_600_000_000


class _TimedLock(FileLock):
    """The lock of a board's writers, which notes for how long it was held."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.held: list[float] = []
        self._since = 0.0

    def acquire(self) -> None:
        super().acquire()
        self._since = time.perf_counter()

    def release(self) -> None:
        self.held.append((time.perf_counter() - self._since) * 1000)
        super().release()


class _End(NamedTuple):
    """What one end of a session cost: seconds, and milliseconds."""

    cpu: float
    longest_held: float


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """The median CPU seconds and the longest time that the lock was held, in five ends."""
    results = []
    for size in sorted({min(size, _MOST_LESSONS) for size in sizes}):
        with Board.open(folder / f"session-ends-{size}.board") as board:
            _fill(board, size)
            _end(board)
            ends = [_ending(board, number) for number in range(_ROUNDS)]
        cpu = sorted(end.cpu for end in ends)[_ROUNDS // 2]
        held = max(end.longest_held for end in ends)
        results += [
            limit("a session's end, CPU", size, cpu, "s"),
            limit("a session's end, lock held", size, held, "ms"),
        ]
    return results


def _ending(board: Board, number: int) -> _End:
    """One more session, and what is done at its end."""
    board.log.append(list(_session(_SESSIONS_IN_ALL + number)))
    assert isinstance(board.log, SqliteLog)
    transactions = board.log.transactions
    lock, timed = transactions._lock, _TimedLock(f"{board.path}.lock")
    transactions._lock = timed
    try:
        cost = spent(lambda: _end(board))
    finally:
        transactions._lock = lock
        timed.close()
    return _End(cost.cpu, max(timed.held))


def _end(board: Board) -> None:
    """What a worker does for every session, but for the look at it itself."""
    settings = CuratorSettings()
    mine(board)
    reconsider(board, settings)
    curate(board, settings)
    follow_up(board)


def _fill(board: Board, lessons: int) -> None:
    for first in range(0, lessons, 1_000):
        board.log.append([_lesson(number) for number in range(first, first + 1_000)])
    for number in range(_SESSIONS_IN_ALL):
        board.log.append(list(_session(number)))
    board.catch_up()


def _lesson(number: int) -> NewEvent:
    """Surer and less sure ones, shown by one to four sessions, every third approved."""
    made = corpus.lesson(number)
    evidence = [{"event_id": f"{number}-{each}", "quote": "q", "session": f"told-{each}"}
                for each in range(number % 4 + 1)]  # fmt: skip
    status = "candidate" if number % 3 else "approved"
    more = {"confidence": 0.5 + number % 10 / 20, "evidence": evidence, "status": status}
    return made._replace(payload={**made.payload, **more})


def _session(number: int) -> Iterator[NewEvent]:
    """Forty calls of commands, of which one fails."""
    name, project = f"told-{number}", corpus.project_of(number)
    stream, at = f"session:{name}", corpus.START + number * _HOUR
    started = {"session": name, "agent": "claude-code", "cwd": f"/home/me/{project}"}
    yield NewEvent("session.started", stream, started, 1, project, occurred_at=at)
    for call in range(_CALLS):
        payload = {"session": name, "call": f"{number}-{call}", "name": "Bash", "kind": "shell",
                   "input": {"command": f"make target-{call % 9}"}, "output": "make: done",
                   "failed": call == _CALLS // 2, "said_by": "tool"}  # fmt: skip
        yield NewEvent("tool.called", stream, payload, 3, project, occurred_at=at + call)
