"""Mining: events per second of all sessions of a board, beside folding the same events."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from bench.importing import import_paths, transcripts
from bench.result import Result, cost, rate
from bench.timing import spent
from blackboard.board import Board
from reflect.miner.mine import mine


def measure(_sizes: Sequence[int], folder: Path) -> list[Result]:
    """The sizes are those of the transcripts, in events."""
    path = folder / "mined.board"
    import_paths(transcripts(folder), path)
    with Board.open(path) as board:
        size = board.log.head()
        folding = spent(board.catch_up).cpu
        first, again = (spent(partial(mine, board)).cpu for _ in range(2))
    return [
        rate("mining", size, size / first, "/s", "folding the views", size / folding),
        cost("mining, nothing new", size, again, "s", "mining all", first),
    ]
