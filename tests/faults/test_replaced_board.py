"""A board whose file is deleted, moved or replaced while it is open says so, and loses nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.errors import BoardReplaced
from blackboard.event import NewEvent
from blackboard.storage.hook_board import HookBoard, PendingEvent
from tests.faults.children import kill_after, let_go, outcome, start

_APPEND = """
from itertools import count
from blackboard.board import Board
from blackboard.errors import BoardReplaced
from blackboard.event import NewEvent
with Board.open(sys.argv[1]) as board:
    ready()
    try:
        for number in count():
            board.append([NewEvent("note.taken", "notes", {"number": number})])
            print(number, flush=True)
    except BoardReplaced:
        print("replaced", flush=True)
"""


def note(text: str) -> NewEvent:
    """A small event."""
    return NewEvent("note.taken", "notes", {"text": text})


def delete(path: Path) -> None:
    """All files of the board."""
    for each in path.parent.glob("board.db*"):
        each.unlink()


def delete_alone(path: Path) -> None:
    """The file without those beside it."""
    path.unlink()


def move(path: Path) -> None:
    """The file to another name."""
    path.rename(path.with_name("moved.db"))


def replace(path: Path) -> None:
    """The file by another board, as a backup is put back."""
    with Board.open(path.with_name("backup.db")) as backup:
        backup.append([note("from the backup")])
    delete(path)
    path.with_name("backup.db").rename(path)


def remake(path: Path) -> None:
    """The board by a new one of the same name."""
    delete(path)
    Board.open(path).close()


def remake_folder(path: Path) -> None:
    """The whole folder moved away, and a new one made."""
    path.parent.rename(path.parent.with_name("away"))
    Board.open(path).close()


def delete_log(path: Path) -> None:
    """The write-ahead log, which alone holds the last events."""
    path.with_name("board.db-wal").unlink()


HAPPENINGS = [delete, delete_alone, move, replace, remake, remake_folder, delete_log]
Happening = Callable[[Path], None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a board is, in a folder of its own."""
    return tmp_path / "data" / "board.db"


@pytest.mark.parametrize("happening", HAPPENINGS)
def test_appending_says_so(path: Path, happening: Happening) -> None:
    """An append is refused instead of acknowledged, and what is at the path then stays as it is."""
    with Board.open(path) as board:
        board.append([note("before")])
        happening(path)
        for _ in range(2):
            with pytest.raises(BoardReplaced, match=r"board\.db"):
                board.append([note("after")])
        with pytest.raises(BoardReplaced), board.transaction():
            board.append([note("in a transaction")])
        assert board.log.head() == 1


@pytest.mark.parametrize("happening", HAPPENINGS[:-1])
def test_a_new_board_at_the_path_is_not_harmed(path: Path, happening: Happening) -> None:
    """Whoever opens the path anew appends to a sound board, while and after the old one closes."""
    old = Board.open(path)
    old.append([note(str(number)) for number in range(50)])
    happening(path)
    with Board.open(path) as new:
        before = new.log.head()
        new.append([note("new")])
        with pytest.raises(BoardReplaced):
            old.append([note("after")])
        old.close()
        new.append([note("newer")])
    with Board.open(path) as new:
        assert new.log.head() == before + 2
        assert new.verify().sound
        assert new.local.problems() == []


@pytest.mark.parametrize("happening", [delete, replace])
def test_reading_says_so(path: Path, happening: Happening) -> None:
    """Neither views nor those who wait for events go on with a file that is no longer there."""
    with Board.open(path) as board:
        board.append([note("before")])
        board.view("lessons")
        happening(path)
        with pytest.raises(BoardReplaced):
            board.view("lessons")
        with pytest.raises(BoardReplaced):
            list(board.tail(1, until=lambda: False))


def test_a_working_folder_that_changes_is_no_replacement(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that was opened by a relative path is looked for where it was."""
    path.parent.mkdir()
    monkeypatch.chdir(path.parent)
    with Board.open("board.db") as board:
        monkeypatch.chdir("/")
        assert board.append([note("after")])


def test_hooks_keep_their_events(path: Path) -> None:
    """A hook whose board is replaced writes nothing to the old file."""
    Board.open(path).close()
    hook_board = HookBoard(str(path), 1)
    remake(path)
    with pytest.raises(BoardReplaced), hook_board.writing():
        hook_board.append([PendingEvent("note.taken", "notes", "{}", None)], "agent")
    hook_board.close()
    with Board.open(path) as board:
        assert board.log.head() == 0


@pytest.mark.parametrize("happening", [move, remake_folder])
def test_nothing_acknowledged_is_lost_while_another_process_appends(
    path: Path, happening: Happening
) -> None:
    """All that was acknowledged before the error is in the file, wherever that is now."""
    child = start(_APPEND, path)
    let_go(child)
    assert child.stdout is not None
    written_before = "".join(child.stdout.readline() for _ in range(20))
    happening(path)
    *lines, last = (written_before + child.stdout.read()).splitlines()
    assert (last, outcome(child)[1]) == ("replaced", "")
    moved = path.parent.with_name("away") / "board.db" if happening is remake_folder else None
    with Board.open(moved or path.with_name("moved.db")) as board:
        kept = [(event.payload or {})["number"] for event in board.read()]
        assert kept == list(range(len(kept)))
        assert len(kept) >= len(lines)
        assert board.verify().sound


def test_a_killed_writer_leaves_a_board_that_can_be_moved(path: Path) -> None:
    """What a killed process had acknowledged moves with the board's files."""
    child = start(_APPEND, path)
    let_go(child)
    acknowledged = int(kill_after(child, 20)[-1])
    path.parent.rename(path.parent.with_name("away"))
    with Board.open(path.parent.with_name("away") / "board.db") as board:
        assert board.log.head() > acknowledged
        assert board.verify().sound
