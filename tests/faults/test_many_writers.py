"""That processes share a board: writers at once, and readers that follow them."""

from __future__ import annotations

from pathlib import Path

from blackboard.board import Board
from blackboard.event import NewEvent
from tests.faults.children import go, let_go, outcome, start
from tests.long_runs import rounds

_WRITE = """
import time
from blackboard.board import Board
from blackboard.event import NewEvent
with Board.open(sys.argv[1]) as board:
    ready()
    end, done = time.monotonic() + float(sys.argv[3]), 0
    while time.monotonic() < end:
        events = [NewEvent("note.taken", f"notes:{sys.argv[2]}", {"n": done}) for _ in range(3)]
        board.append(events, expected_version=done)
        done += 3
    print(done)
"""
_CLAIM = """
from blackboard.board import Board
from blackboard.event import NewEvent
with Board.open(sys.argv[1]) as board:
    ready()
    for _ in range(100):
        with board.transaction():
            number = board.log.version("counter")
            board.append([NewEvent("note.taken", "counter", {"number": number})])
"""
_TAIL = """
from blackboard.board import Board
with Board.open(sys.argv[1], read_only=True) as board:
    ready()
    for event in board.tail(0):
        print(event.payload["text"], flush=True)
        if event.payload["text"] == "last":
            break
"""


SECONDS = rounds(2, 10)


def test_eight_processes_append_at_once(tmp_path: Path) -> None:
    """Nobody fails or starves meanwhile, and the log has no gap and nothing twice."""
    path = tmp_path / "board.db"
    outcomes = go(*(start(_WRITE, path, number, SECONDS) for number in range(8)))
    assert [errors for _, errors in outcomes] == [""] * 8
    done = [int(written) for written, _ in outcomes]
    assert min(done) > 0
    with Board.open(path) as board:
        events = list(board.read())
        assert [event.position for event in events] == list(range(1, sum(done) + 1))
        assert len({event.id for event in events}) == len(events)
        assert [board.log.version(f"notes:{number}") for number in range(8)] == done
        assert board.verify().sound


def test_a_decision_and_its_events_are_one(tmp_path: Path) -> None:
    """What a transaction read is still so when it appends, however many do the same."""
    path = tmp_path / "board.db"
    outcomes = go(*(start(_CLAIM, path) for _ in range(4)))
    assert [errors for _, errors in outcomes] == [""] * 4
    with Board.open(path) as board:
        assert [(event.payload or {})["number"] for event in board.read()] == list(range(400))


def test_a_reader_follows_what_another_process_appends(tmp_path: Path) -> None:
    """Tailing shows every event of another process, in order, soon and once."""
    with Board.open(tmp_path / "board.db") as board:
        child = start(_TAIL, tmp_path / "board.db")
        board.append([NewEvent("note.taken", "notes", {"text": "before"})])
        let_go(child)
        assert child.stdout is not None
        for text in ("before", "one", "two"):
            assert child.stdout.readline() == f"{text}\n"
            following = {"before": "one", "one": "two", "two": "last"}[text]
            board.append([NewEvent("note.taken", "notes", {"text": following})])
        assert outcome(child) == ("last\n", "")
