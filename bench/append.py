"""`Board.append` of one event and of a thousand, to a board with existing events."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import corpus, peers
from bench.inside import connection_of
from bench.result import Result, cost, speedup
from bench.timing import Spent, middle, spent
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.tail import COLUMNS

_ROUNDS = 7
_EVENTS_IN_ROUND = {1: 400, 1000: 5000}


class _Contest(NamedTuple):
    """One board, and its file as used by the peers."""

    board: Board
    log: SqliteLog
    bare: peers.BareTable
    utils: peers.UtilsTable
    app: Any


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """Microseconds per event, CPU and wall-clock."""
    results = []
    for size in sizes:
        contest = _open(folder, size)
        for batch in (1, 1000):
            results += _results(size, batch, _rounds(contest, batch))
        contest.board.close()
        contest.log.close()
    return results


def _open(folder: Path, size: int) -> _Contest:
    board = corpus.event_board(folder, size)
    kinds = ("ours", "log", "bare", "utils")
    files = [folder / f"append-{kind}-{size}.board" for kind in kinds]
    for file in files:
        shutil.copyfile(board, file)
    app = peers.application(folder / f"append-eventsourcing-{size}.sqlite")
    return _Contest(
        Board.open(files[0]), SqliteLog(files[1]), peers.BareTable(files[2]),
        peers.UtilsTable(files[3]), app,
    )  # fmt: skip


def _rounds(contest: _Contest, batch: int) -> dict[str, Spent]:
    """The median time of each contestant, measured in turns."""
    times: dict[str, list[Spent]] = {}
    for number in range(_ROUNDS):
        events = corpus.tool_calls(_EVENTS_IN_ROUND[batch], contest.board.log.head() + number)
        for contestant, seconds in _round(contest, events, batch).items():
            times.setdefault(contestant, []).append(seconds)
    return {contestant: middle(rounds) for contestant, rounds in times.items()}


def _round(contest: _Contest, events: list[NewEvent], batch: int) -> dict[str, Spent]:
    head = contest.board.log.head()
    ours = spent(_each(contest.board.append, events, batch))
    rows = (
        connection_of(contest.board)
        .execute(f"SELECT {COLUMNS} FROM events WHERE position > ?", (head,))
        .fetchall()
    )
    stream = peers.new_stream(contest.app)
    return {
        "ours": ours,
        "log": spent(_each(contest.log.append, events, batch)),
        "bare sqlite3": spent(_each(contest.bare.insert, rows, batch)),
        "sqlite-utils": spent(_each(contest.utils.insert, rows, batch)),
        "eventsourcing": spent(_save(contest.app, stream, events, batch)),
    }


def _each(
    insert: Callable[[Sequence[Any]], object], rows: list[Any], batch: int
) -> Callable[[], None]:
    def work() -> None:
        for start in range(0, len(rows), batch):
            insert(rows[start : start + batch])

    return work


def _save(app: Any, stream: Any, events: list[NewEvent], batch: int) -> Callable[[], None]:
    def work() -> None:
        for start in range(0, len(events), batch):
            for event in events[start : start + batch]:
                stream.record(event.payload)
            app.save(stream)

    return work


def _results(size: int, batch: int, times: dict[str, Spent]) -> list[Result]:
    results = []
    scale = 1e6 / _EVENTS_IN_ROUND[batch]
    for clock in ("cpu", "wall"):
        work = f"append, {batch:,} per transaction, {clock}"
        costs = {name: getattr(seconds, clock) * scale for name, seconds in times.items()}
        results += [
            cost(work, size, costs["ours"], "us", "bare sqlite3",
                 costs["bare sqlite3"], at_most=2),
            speedup(work, size, costs["ours"], "us", "eventsourcing app.save",
                    costs["eventsourcing"], at_least=2),
            speedup(work, size, costs["ours"], "us", "sqlite-utils", costs["sqlite-utils"]),
            cost(f"{work}, the log alone", size, costs["log"], "us", "bare sqlite3",
                 costs["bare sqlite3"]),
        ]  # fmt: skip
    return results
