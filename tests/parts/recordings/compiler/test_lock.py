"""One run at a time for each recording, and no file that stays behind."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.file_lock import FileLock
from lessonboard.parts.recordings.compiler.lock import only_one


def locks(folder: Path) -> list[Path]:
    """The files of the locks that are there."""
    return list(folder.glob("*-reflecting-*.lock"))


def never() -> None:
    """Nobody is waited for."""
    pytest.fail("it waited")


def test_no_lock_is_left(board: Board, tmp_path: Path) -> None:
    """Not by a run that failed, either."""
    with only_one(board, "songs", never), only_one(board, "other", never):
        assert len(locks(tmp_path)) == 2
    with pytest.raises(ValueError, match="broken"), only_one(board, "songs", never):
        raise ValueError("broken")
    assert locks(tmp_path) == []


def test_who_waited_holds_the_file_that_others_will_open(board: Board, tmp_path: Path) -> None:
    """The one before took its file away; a third one meets the new file, and waits for it."""
    inside, waiting, go = threading.Event(), threading.Event(), threading.Event()

    def second() -> None:
        with only_one(board, "songs", waiting.set):
            inside.set()
            go.wait(5)

    with only_one(board, "songs", never):
        thread = threading.Thread(target=second)
        thread.start()
        assert waiting.wait(5)
        assert not inside.is_set()
    assert inside.wait(5)
    (path,) = locks(tmp_path)
    third = FileLock(path)
    assert not third.try_acquire()
    third.close()
    go.set()
    thread.join()
    assert locks(tmp_path) == []
