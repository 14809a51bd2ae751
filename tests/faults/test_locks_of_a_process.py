"""Whatever else a process does with the board's file, its connections keep their locks.

POSIX locks belong to the process: closing any descriptor of a file gives up all of them. Another
process then believes that it is the last one, empties the write-ahead log and deletes it, and the
first one goes on writing into a file without a name.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.errors import BoardReplaced, CannotOpen
from blackboard.event import NewEvent
from blackboard.storage.hook_board import HookBoard, PendingEvent
from tests.faults.children import go, kill_after, let_go, start
from tests.long_runs import rounds

_OPEN_APPEND_CLOSE = """
from blackboard.board import Board
from blackboard.event import NewEvent
ready()
with Board.open(sys.argv[1]) as board:
    board.append([NewEvent("note.taken", "others", {"text": "x" * 2000}) for _ in range(20)])
"""
_HOLD = """
from blackboard.board import Board
from blackboard.event import NewEvent
with Board.open(sys.argv[1]) as board:
    board.append([NewEvent("note.taken", "others", {"text": "x" * 2000}) for _ in range(20)])
    ready()
    board.append([NewEvent("note.taken", "others", {"text": "x" * 2000}) for _ in range(20)])
"""
_MIX = """
import threading
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.storage.hook_board import HookBoard, PendingEvent

path, name = sys.argv[1:]
printing = threading.Lock()

def acknowledge(number):
    with printing:
        print(f"{name}-{number}", flush=True)

def keep_open():
    with Board.open(path) as board:
        for number in range(0, 3000, 3):
            board.append([NewEvent("note.taken", "notes", {"n": f"{name}-{number}"})])
            acknowledge(number)

def open_often():
    for number in range(1, 3000, 3):
        with Board.open(path) as board:
            board.append([NewEvent("note.taken", "notes", {"n": f"{name}-{number}"})])
            acknowledge(number)

def hook():
    for number in range(2, 3000, 3):
        board = HookBoard(path, 60)
        with board.writing():
            payload = f'{{"n": "{name}-{number}"}}'
            board.append([PendingEvent("note.taken", "notes", payload, None)], "")
        board.tidy() if number % 2 else board.close()
        acknowledge(number)

ready()
threads = [threading.Thread(target=each, daemon=True) for each in (keep_open, open_often, hook)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def note(text: str) -> NewEvent:
    """An event that fills half a page."""
    return NewEvent("note.taken", "notes", {"text": text * 2000})


def open_for_a_hook(path: Path) -> None:
    """As the hooks' light reader does."""
    HookBoard(str(path), 1).close()


def open_of_another_format(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hook that finds a format which it does not know."""
    monkeypatch.setattr("blackboard.storage.hook_board.FORMAT", 99)
    with pytest.raises(CannotOpen, match="99 is needed"):
        HookBoard(str(path), 1)


def open_for_reading(path: Path) -> None:
    """A board that may only be read."""
    with Board.open(path, read_only=True) as board:
        board.view("lessons")


def open_again(path: Path) -> None:
    """A second board."""
    with Board.open(path) as board:
        board.append([note("again")])


def fail_to_open(path: Path) -> None:
    """A board that is not there."""
    with suppress(CannotOpen):
        Board.open(path.with_name("another.db"), read_only=True)


def read_the_past(path: Path) -> None:
    """A connection of its own for the board as it was."""
    with Board.open(path) as board, board.as_of(1) as before:
        before.view("lessons")


def read_as_bytes(path: Path) -> None:
    """What no one should do who has the board open."""
    path.read_bytes()


OURS = [open_for_a_hook, open_for_reading, open_again, fail_to_open, read_the_past]


def assert_nothing_was_lost(path: Path, events: int) -> None:
    """A sound file with so many events."""
    with Board.open(path) as board:
        assert board.verify().problems == []
        assert board.local.problems() == []
        assert board.log.head() == events


@pytest.mark.parametrize("opening", OURS)
def test_opening_and_closing_gives_up_no_lock(
    tmp_path: Path, opening: Callable[[Path], None]
) -> None:
    """Another process that closes the board does not take itself for the last one."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([note("before")])
        opening(path)
        events = board.log.head()
        assert go(start(_OPEN_APPEND_CLOSE, path)) == [("", "")]
        held = start(_HOLD, path)
        board.append([note("after") for _ in range(30)])
        go(held)
        board.append([note("at last") for _ in range(30)])
    assert_nothing_was_lost(path, events + 20 + 40 + 60)


def test_a_hook_that_is_refused_gives_up_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither does an opening that ends in an error."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        open_of_another_format(path, monkeypatch)
        assert go(start(_OPEN_APPEND_CLOSE, path)) == [("", "")]
        board.append([note("after")])
    assert_nothing_was_lost(path, 21)


def test_a_hook_keeps_its_locks_beside_a_board(tmp_path: Path) -> None:
    """A board that is opened and closed while a hook is open does not harm the hook."""
    path = tmp_path / "board.db"
    Board.open(path).close()
    hook_board = HookBoard(str(path), 1)
    with hook_board.writing():
        hook_board.append([PendingEvent("note.taken", "notes", "{}", None)], "agent")
    Board.open(path).close()
    assert go(start(_OPEN_APPEND_CLOSE, path)) == [("", "")]
    held = start(_HOLD, path)
    with hook_board.writing():
        hook_board.append([PendingEvent("note.taken", "notes", "{}", None)], "agent")
    go(held)
    hook_board.close()
    assert_nothing_was_lost(path, 1 + 20 + 40 + 1)


def test_locks_that_a_stranger_gave_up_are_noticed(tmp_path: Path) -> None:
    """A program that reads the file's bytes beside its own board is told, and harms nothing."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([note("before")])
        read_as_bytes(path)
        assert go(start(_OPEN_APPEND_CLOSE, path)) == [("", "")]
        with pytest.raises(BoardReplaced, match="wal"):
            board.append([note("after")])
        assert go(start(_OPEN_APPEND_CLOSE, path)) == [("", "")]
    assert_nothing_was_lost(path, 41)


def test_nothing_is_lost_when_threads_mix_all_ways_and_processes_are_killed(
    tmp_path: Path,
) -> None:
    """Whatever any process acknowledged is on a sound board."""
    path = tmp_path / "board.db"
    Board.open(path).close()
    acknowledged: set[str] = set()
    for attempt in range(rounds(2, 20)):
        victim, other = (start(_MIX, path, f"{attempt}{name}") for name in "ab")
        let_go(victim, other)
        acknowledged.update(kill_after(victim, 40 + 10 * attempt))
        acknowledged.update(kill_after(other, 60))
    with Board.open(path) as board:
        kept = [(event.payload or {})["n"] for event in board.read()]
        assert acknowledged <= set(kept)
        assert len(kept) == len(set(kept))
        assert board.verify().problems == []
        assert board.local.problems() == []
