"""Threads that open and close the same board lose nothing, neither their own nor others' events."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from blackboard.board import Board

_PROGRAM = """
import sys, threading
from blackboard import Board, NewEvent

def write(name):
    for number in range(60):
        with Board.open(sys.argv[1]) as board:
            board.append([NewEvent("note.taken", f"notes:{name}", {"number": number})])

threads = [threading.Thread(target=write, args=(f"{sys.argv[2]}-{each}",)) for each in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_opening_and_closing_in_threads_of_two_processes_loses_nothing(tmp_path: Path) -> None:
    """A descriptor that is closed must not take away the locks of another connection."""
    path = tmp_path / "board.db"
    Board.open(path).close()
    processes = [
        subprocess.Popen([sys.executable, "-c", _PROGRAM, str(path), name], stderr=subprocess.PIPE)
        for name in ("one", "two")
    ]
    errors = [process.communicate()[1].decode() for process in processes]
    assert errors == ["", ""]
    with Board.open(path) as board:
        assert board.log.head() == 2 * 3 * 60
        assert board.verify().sound
