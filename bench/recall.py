"""`search` in all sessions: the first one, in a process of its own, and those that follow."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from bench import corpus, data
from bench.forgetting import forget
from bench.importing import import_paths
from bench.inside import connection_of
from bench.prompts import common_words, informative_words
from bench.result import Result, cost, limit
from bench.timing import percentile, spent, spent_on_each
from bench.whole_process import COMMAND, cost_of
from blackboard.board import Board

_QUERIES, _LENGTHS = 20, range(1, 7)
"""Queries for each length: a hundred and twenty give a p99 that is not just the largest."""

_APPENDED, _BATCH = 1_000, 100
_TEXTS = ("message.recorded", "tool.called")


def measure(sizes: Sequence[int], folder: Path) -> list[Result]:
    """CPU of whole processes for first searches; milliseconds of a search; the index's cost."""
    importing = _importing(folder)
    results: list[Result] = []
    for size in sizes:
        path = corpus.copy_of(corpus.event_board(folder, size), "searched")
        results += [*_firsts(path, size), *_index(path, size, importing), *_searches(path, size)]
        path.unlink()
    return results


def _importing(folder: Path) -> float:
    """CPU seconds of importing an event."""
    paths, into = data.sample(folder / "searched transcripts"), folder / "searched-imported.board"
    taken = spent(lambda: import_paths(paths, into)).cpu
    with Board.open(into) as board:
        return taken / board.log.head()


def _firsts(path: Path, size: int) -> Iterator[Result]:
    """The first search of a board of which nothing is indexed, and after changes."""
    with Board.open(path) as board:
        (query,) = list(_neighbours(board, 1, (2,)))
        stream = next(iter(board.read(size // 2, types=_TEXTS, limit=1))).stream

    def search(work: str) -> Result:
        used = cost_of([COMMAND, "--db", str(path), "search", query], path.parent)
        return limit(work, size, used.cpu, "s")

    yield search("first search of a board that came by the API")
    with Board.open(path) as board:
        board.index()
    yield search("search again")
    with Board.open(path) as board:
        events = corpus.again(board, _APPENDED, 1)
        for start in range(0, _APPENDED, _BATCH):
            board.append(events[start : start + _BATCH])
    yield search("first search after 1,000 events by the API")
    with Board.open(path) as board:
        board.index()
    forget(path, stream)
    yield search("first search after `forget`")


def _index(path: Path, size: int, importing: float) -> Iterator[Result]:
    """The cost of building the index, beside importing as much and the rest of the board."""
    fresh = corpus.copy_of(corpus.event_board(path.parent, size), "indexed")
    with Board.open(fresh) as board:
        events, without = board.log.head(), megabytes(board)
        taken = spent(board.index).cpu
        peer = "importing them"
        yield cost("index of sessions, time", size, taken, "s", peer, events * importing)
        yield cost("index of sessions, size", size, megabytes(board) - without, "MB",
                   "the board without it", without)  # fmt: skip
    fresh.unlink()


def _searches(path: Path, size: int) -> Iterator[Result]:
    """CPU milliseconds of each search in a process that is running."""
    with Board.open(path) as board:
        board.index()
        kinds = {"selective": list(_neighbours(board, _QUERIES, _LENGTHS)), "common": _common()}
        board.recall(kinds["selective"][0])
        gc.freeze()  # going through the bench's own texts again and again is none of the work
        for kind, queries in kinds.items():
            took = [each.cpu * 1000 for each in spent_on_each(board.recall, queries)]
            work = f"search of sessions, {kind} words"
            yield limit(f"{work}, p99", size, percentile(took, 0.99), "ms")
        gc.unfreeze()


def _neighbours(board: Board, queries: int, lengths: Sequence[int]) -> Iterator[str]:
    """Words that occur together in one message or command."""
    random, head = Random(11), board.log.head()
    for length in lengths:
        found = 0
        while found < queries:
            (event,) = board.read(random.randrange(head * 3 // 4), types=_TEXTS, limit=1)
            payload = event.payload or {}
            words = informative_words([payload.get("text") or payload.get("command") or ""],
                                      length, random)  # fmt: skip
            if len(words) == length:
                found += 1
                yield " ".join(words)


def _common() -> list[str]:
    """The most common words of all."""
    random = Random(12)
    return [" ".join(random.sample(common_words(), length))
            for length in _LENGTHS for _ in range(_QUERIES)]  # fmt: skip


def megabytes(board: Board) -> float:
    """What a board's file holds."""
    pages, size, free = (
        connection_of(board).execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "page_size", "freelist_count")
    )
    return float((pages - free) * size / 1_000_000)
