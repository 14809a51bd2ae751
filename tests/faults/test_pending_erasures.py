"""What could not be erased from the file at once is remembered, shown, and finished later."""

from __future__ import annotations

from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.errors import ErasurePending
from blackboard.event import NewEvent
from blackboard.storage import opening
from blackboard.storage.hook_board import HookBoard
from lessonboard.hooks.background import is_waiting
from tests.command_line import Run, run
from tests.faults.children import killed, let_go, start
from tests.faults.test_full_disk import fill, small_disk
from tests.inside import connection_of

__all__ = ["run", "small_disk"]
_SECRET = "hunter2zebra"
_FORGET = """
import os, signal
from blackboard.board import Board
with Board.open(sys.argv[1]) as board:
    ready()
    def tell(stage):
        if stage.startswith("Rewriting"):
            os.kill(os.getpid(), signal.SIGKILL)
    board.log.forget([sys.argv[2]], reason="r", actor="me", tell=tell)
"""


def note(text: str) -> NewEvent:
    """A small event."""
    return NewEvent("note.taken", "notes", {"text": text})


def fold_secret(path: Path, padding: int = 1000) -> str:
    """A closed board with a secret; returns the id of its event."""
    with Board.open(path) as board:
        secret, _ = board.append([note(_SECRET), note("x" * padding)])
        board.catch_up()
    return secret.id


def remains(path: Path) -> list[str]:
    """The files of a board that hold the secret."""
    return [
        each.name
        for each in sorted(path.parent.glob(f"{path.name}*"))
        if _SECRET.encode() in each.read_bytes()
    ]


def forget_and_die(path: Path, event_id: str) -> None:
    """A process that is killed between the commit and the rewriting of the file."""
    child = start(_FORGET, path, event_id)
    let_go(child)
    killed(child)


def test_the_next_opening_finishes_what_a_killed_process_left(tmp_path: Path) -> None:
    """No byte is left after any opening for writing; one for reading leaves the file as it is."""
    path = tmp_path / "board.db"
    forget_and_die(path, fold_secret(path))
    assert remains(path) != []
    with Board.open(path, read_only=True) as board:
        assert board.local.is_rewrite_due()
    with Board.open(path) as board:
        assert not board.local.is_rewrite_due()
        assert remains(path) == []
        assert board.verify().sound


def test_a_reader_only_delays_it(tmp_path: Path) -> None:
    """While another program reads the file as it was, openings go on without waiting for it."""
    path = tmp_path / "board.db"
    secret = fold_secret(path)
    with Board.open(path) as reader:
        connection = connection_of(reader)
        connection.execute("BEGIN")
        connection.execute("SELECT COUNT(*) FROM events").fetchone()
        forget_and_die(path, secret)
        with Board.open(path) as board:
            assert board.local.is_rewrite_due()
            assert not board.local.finish_erasing()
            assert board.append([note("meanwhile")])
        connection.execute("ROLLBACK")
    with Board.open(path) as board:
        assert not board.local.is_rewrite_due()
    assert remains(path) == []


def test_a_big_file_is_left_to_the_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An opening stays quick; a hook sees that there is something to do, and a worker does it."""
    path = tmp_path / "board.db"
    forget_and_die(path, fold_secret(path))
    monkeypatch.setattr(opening, "_QUICKLY_REWRITTEN", 1000)
    hook_board = HookBoard(str(path), 1)
    with Board.open(path) as board:
        assert board.local.is_rewrite_due()
        assert is_waiting(hook_board)
        assert board.local.finish_erasing()
        assert not is_waiting(hook_board)
    hook_board.close()
    assert remains(path) == []


def test_a_full_disk_says_what_is_done_and_what_is_pending(small_disk: Path) -> None:
    """The text is gone from the log; with room, the next opening takes its bytes away."""
    path = small_disk / "board.db"
    secret = fold_secret(path, 400_000)
    rest = fill(small_disk)
    with rest.open("r+b") as file:
        file.truncate(rest.stat().st_size - 300_000)
    with Board.open(path) as board:
        with pytest.raises(ErasurePending, match=r"done: .* pending: .*room"):
            board.forget(secret, reason="private")
        assert board.log.get(secret).payload is None
        assert board.local.is_rewrite_due()
    rest.unlink()
    with Board.open(path) as board:
        assert not board.local.is_rewrite_due()
    assert remains(path) == []


def test_deleting_overwrites(tmp_path: Path) -> None:
    """SQLite is told to, however it was compiled."""
    with Board.open(tmp_path / "board.db") as board:
        connection_of(board).execute("PRAGMA secure_delete = OFF")
        secret, _ = board.append([note(_SECRET), note("x")])
        board.forget(secret.id, reason="private")
        assert connection_of(board).execute("PRAGMA secure_delete").fetchone() == (1,)


def test_it_is_shown(run: Run, tmp_path: Path) -> None:
    """`verify` and `doctor` say that an erasure is pending until it is not."""
    path = tmp_path / "board.db"
    secret = fold_secret(path)
    with Board.open(path) as reader:
        connection = connection_of(reader)
        connection.execute("BEGIN")
        connection.execute("SELECT COUNT(*) FROM events").fetchone()
        forget_and_die(path, secret)
        assert "erasure is pending" in run("doctor").out
        assert "erasure is pending" in run("admin", "verify").err
        assert run("admin", "verify", "--json").json["erasure_pending"] is True
    assert run("admin", "verify", "--json").json["erasure_pending"] is False
    assert "erasure is pending" not in run("doctor").out
    assert remains(path) == []
