"""That a process killed while it appends loses nothing it was promised, and doubles nothing."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from blackboard.board import Board
from tests.faults.children import kill_after, let_go, start
from tests.long_runs import rounds

_APPEND = """
from itertools import count
from random import Random
from blackboard.board import Board
from blackboard.event import NewEvent
random = Random(int(sys.argv[2]))
with Board.open(sys.argv[1]) as board:
    number = board.log.head()
    ready()
    while True:
        size = random.randint(1, 40)
        board.append([
            NewEvent("insight.curated", f"insight:{number + each}", {
                "insight": str(number + each), "statement": f"words {number + each} " * 20,
                "category": "testing", "confidence": 0.5,
            }) for each in range(size)
        ])
        number += size
        print(number, flush=True)
        if random.random() < 0.1:
            board.view("insights", limit=1)
"""


@pytest.mark.parametrize("seed", range(rounds(1, 2)))
def test_nothing_acknowledged_is_lost_and_nothing_doubled(tmp_path: Path, seed: int) -> None:
    """After kills at random points the log is whole up to the last acknowledged append or more."""
    path, random = tmp_path / "board.db", Random(seed)
    for _ in range(rounds(2, 5)):
        child = start(_APPEND, path, random.randint(1, 10**6))
        let_go(child)
        acknowledged = int(kill_after(child, random.randint(1, 60))[-1])
        with Board.open(path) as board:
            told = [int((event.payload or {})["insight"]) for event in board.read()]
            assert len(told) >= acknowledged
            assert told == list(range(len(told)))
            assert board.verify().sound


def test_views_are_whole_after_a_kill(tmp_path: Path) -> None:
    """What a killed process had folded is neither lost nor folded twice."""
    path = tmp_path / "board.db"
    for seed in range(rounds(2, 4)):
        child = start(_APPEND, path, seed)
        let_go(child)
        kill_after(child, 40)
    with Board.open(path) as board:
        rows = board.view("insights", order="id")
        assert len(rows) == board.log.head()
        assert {row["seen"] for row in rows} == {1}
        board.replay()
        assert board.view("insights", order="id") == rows
