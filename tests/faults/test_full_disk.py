"""That a full disk is told plainly, harms nothing, and is no matter once there is room."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.errors import BoardError, BoardFull
from blackboard.event import NewEvent
from tests.faults.children import go, start

_FILL = """
import resource, signal
from blackboard.board import Board
from blackboard.errors import BoardError
from blackboard.event import NewEvent
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
with Board.open(sys.argv[1]) as board:
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, resource.RLIM_INFINITY))
    ready()
    done = 0
    try:
        while done < 1000:
            board.append([NewEvent("note.taken", "notes", {"text": "x" * 10_000})])
            done += 1
    except BoardError as error:
        print(done, error)
    assert board.log.head() == done
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
    board.append([NewEvent("note.taken", "notes", {"text": "after"})])
"""


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes, where it is allowed to make one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("a small file system can only be mounted by root")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(place: Path) -> Path:
    """Take all the room that is left."""
    rest = place / "rest"
    with rest.open("wb", buffering=0) as file:
        for size in (65_536, 4096, 1):
            try:
                while file.write(b"x" * size):
                    pass
            except OSError:
                continue
    return rest


def note(text: str) -> NewEvent:
    """A small event."""
    return NewEvent("note.taken", "notes", {"text": text})


def test_appending_to_a_full_disk(small_disk: Path) -> None:
    """The error says that the disk is full, the board stays sound, and goes on with room."""
    with Board.open(small_disk / "board.db") as board:
        board.append([note("before")])
        rest = fill(small_disk)
        with pytest.raises(BoardFull, match=r"board\.db.*disk is full"):
            board.append([note("x" * 100_000)])
        assert board.log.head() == 1
        assert board.verify().sound
        rest.unlink()
        assert board.append([note("after")])[0].position == 2
    with Board.open(small_disk / "board.db") as board:
        assert (board.verify().events, board.verify().sound) == (2, True)


def test_reading_views_on_a_full_disk(small_disk: Path) -> None:
    """Folding that finds no room says so, and is made good when there is some."""
    with Board.open(small_disk / "board.db") as board:
        board.append([_insight(number) for number in range(300)])
        rest = fill(small_disk)
        with pytest.raises(BoardFull):
            board.view("insights")
        assert board.log.head() == 300
        rest.unlink()
        assert len(board.view("insights")) == 300


def test_forgetting_on_a_full_disk(small_disk: Path) -> None:
    """Forgetting without room says so; with room, the same call leaves no byte behind."""
    with Board.open(small_disk / "board.db") as board:
        secret, _ = board.append([note("hunter2zebra"), note("x" * 300_000)])
        rest = fill(small_disk)
        with pytest.raises(BoardFull):
            board.forget(secret.id, reason="private")
        rest.unlink()
        board.forget(secret.id, reason="private")
        assert board.verify().sound
    assert b"hunter2zebra" not in (small_disk / "board.db").read_bytes()


def test_making_a_board_on_a_full_disk(small_disk: Path) -> None:
    """A board that cannot be made is our error, and can be made when there is room."""
    rest = fill(small_disk)
    with pytest.raises(BoardError, match=r"board\.db"), Board.open(small_disk / "board.db"):
        pass
    rest.unlink()
    with Board.open(small_disk / "board.db") as board:
        assert board.append([note("after")])


def test_a_file_that_may_not_grow(tmp_path: Path) -> None:
    """A limit on the size of files is an error of ours that names the file, and does no harm."""
    ((written, errors),) = go(start(_FILL, tmp_path / "board.db"))
    assert errors == ""
    assert "board.db" in written
    with Board.open(tmp_path / "board.db") as board:
        assert board.log.head() == int(written.split()[0]) + 1
        assert board.verify().sound


def _insight(number: int) -> NewEvent:
    curated = {"insight": str(number), "statement": f"{number} " * 100, "category": "testing",
               "confidence": 0.5}  # fmt: skip
    return NewEvent("insight.curated", f"insight:{number}", curated)
