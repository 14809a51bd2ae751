"""`python -m bench.made FOLDER...`: how a board of made sessions behaves beside one of real ones.

Both are as many events and are made by the same importer.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from bench.inside import connection_of
from bench.made.sessions import Sessions
from bench.timing import spent
from blackboard.board import Board
from blackboard.importer import import_files
from blackboard.transcript_files import find

_ROUNDS = 3


def main(folders: Sequence[str]) -> int:
    """Print each figure of both boards, and the made one's share."""
    paths = list(find([Path(folder) for folder in folders]))
    with tempfile.TemporaryDirectory(prefix="made-") as name:
        folder = Path(name)
        real = dict(_figures(folder / "real.board", paths))
        made = dict(_figures(folder / "made.board", _written(folder, int(real["events"]))))
    for name, value in real.items():
        print(f"{name:45} {value:12,.3f} {made[name]:12,.3f} {made[name] / value:6.2f}")
    return 0


def _written(folder: Path, events: int) -> list[Path]:
    """The transcripts of so many events, below a folder."""
    sessions, paths, brought = Sessions(), [], 0
    while brought < events:
        path, more = sessions.write(folder)
        paths.append(path)
        brought += more
    return paths


def _figures(path: Path, transcripts: Sequence[Path]) -> Iterator[tuple[str, float]]:
    with Board.open(path) as board:
        importing = spent(lambda: import_files(board, transcripts, trusted=True)).cpu
        board.catch_up()
        without = _pages(board)
        board.index()
        yield from _sizes(board, sum(each.stat().st_size for each in transcripts), without)
        events = board.log.head()
        scans = [spent(lambda: _scan(path)).cpu for _ in range(_ROUNDS)]
        replays = [spent(board.replay).cpu for _ in range(_ROUNDS)]
    yield "events a second, import", events / importing
    yield "events a second, row scan", events / median(scans)
    yield "events a second, replay", events / median(replays)
    yield "replay by row scan", median(scans) / median(replays)


def _sizes(board: Board, size: int, without: float) -> Iterator[tuple[str, float]]:
    events = board.log.head()

    def one(statement: str) -> Any:
        return connection_of(board).execute(statement).fetchone()[0]

    yield "events", events
    yield "events a session", events / one("SELECT count(*) FROM view_sessions")
    yield "calls by events", one("SELECT count(*) FROM events WHERE type = 'tool.called'") / events
    yield "bytes of transcript an event", size / events
    yield "bytes of payload an event", one("SELECT sum(length(payload)) FROM events") / events
    yield "bytes of board an event", without / events
    yield "bytes of index an event", (_pages(board) - without) / events
    yield "postings an event", _postings(board) / events
    yield "failures a thousand events", 1000 * one("SELECT count(*) FROM view_failures") / events
    yield (
        "signatures a failure",
        one("SELECT count(DISTINCT signature) FROM view_failures")
        / one("SELECT count(*) FROM view_failures"),
    )


def _postings(board: Board) -> float:
    """How many pairs of a word and a document the index of all sessions has."""
    connection = connection_of(board)
    connection.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, fts_passages, row)")
    return float(connection.execute("SELECT sum(doc) FROM words").fetchone()[0])


def _pages(board: Board) -> float:
    connection = connection_of(board)
    pages, size, free = (
        connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("page_count", "page_size", "freelist_count")
    )
    return float((pages - free) * size)


def _scan(path: Path) -> None:
    connection = sqlite3.connect(path)
    for _row in connection.execute("SELECT * FROM events ORDER BY position"):
        pass
    connection.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
