"""`Board.append` of one event and of a thousand, to a board with events, beside a bare insert."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench import corpus, peers
from bench.inside import connection_of
from bench.result import Result, cost, speedup
from bench.timing import middle, spent
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.storage.sqlite.log import SqliteLog
from blackboard.storage.sqlite.tail import COLUMNS

_ROUNDS = 7
_EVENTS_IN_ROUND = {1: 400, 1000: 5000}
_MADE = "append of a session's events"


class _Contest(NamedTuple):
    """One board, and its file as used by the peers."""

    board: Board
    log: SqliteLog
    bare: peers.BareTable
    app: Any


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU microseconds per event: of 641 bytes, and as sessions have them."""
    results = []
    for size in sizes:
        contest = _open(folder, size)
        for batch in (1, 1000):
            name = f"{batch:,} a transaction" if batch > 1 else "one a transaction"
            calls = partial(corpus.tool_calls, _EVENTS_IN_ROUND[batch])
            results += _results(f"append, {name}", size, _rounds(contest, batch, calls))
            made = partial(corpus.again, contest.board, _EVENTS_IN_ROUND[batch])
            results += _results(f"{_MADE}, {name}", size, _rounds(contest, batch, made))[:1]
        contest.board.close()
        contest.log.close()
    return results


def _open(folder: Path, size: int) -> _Contest:
    board = corpus.event_board(folder, size)
    files = [corpus.copy_of(board, f"append-{kind}") for kind in ("ours", "log", "bare")]
    app = peers.application(folder / f"append-eventsourcing-{size}.sqlite")
    return _Contest(Board.open(files[0]), SqliteLog(files[1]), peers.BareTable(files[2]), app)


def _rounds(
    contest: _Contest, batch: int, make: Callable[[int], list[NewEvent]]
) -> dict[str, float]:
    """The median CPU microseconds of an event of each contestant, measured in turns."""
    rounds = []
    for _ in range(_ROUNDS):
        events = make(contest.board.log.head())
        rounds.append({name: spent(work).cpu * 1e6 / len(events)
                       for name, work in _works(contest, events, batch)})  # fmt: skip
    return {name: middle(each[name] for each in rounds) for name in rounds[0]}


def _works(
    contest: _Contest, events: list[NewEvent], batch: int
) -> Iterator[tuple[str, Callable[[], None]]]:
    """What each contestant does with some events; the bare one gets our rows."""
    head = contest.board.log.head()
    yield "ours", _each(contest.board.append, events, batch)
    rows = (
        connection_of(contest.board)
        .execute(f"SELECT {COLUMNS} FROM events WHERE position > ?", (head,))
        .fetchall()
    )
    yield "bare", _each(contest.bare.insert, rows, batch)
    yield "log", _each(contest.log.append, events, batch)
    stream = peers.new_stream(contest.app)
    yield "app.save", _save(contest.app, stream, events, batch)


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


def _results(work: str, size: int, costs: dict[str, float]) -> list[Result]:
    bare = costs["bare"]
    return [
        cost(work, size, costs["ours"], "us", "bare sqlite3", bare),
        cost(f"{work}, the log alone", size, costs["log"], "us", "bare sqlite3", bare),
        speedup(f"{work}, the log alone", size, costs["log"], "us", "eventsourcing app.save",
                costs["app.save"]),
    ]  # fmt: skip
