"""`lessonboard admin backup` and `restore`: a restored board is the one that was saved."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from blackboard import Board, BoardError, NewEvent
from blackboard.storage.backup import copy, put_in_place
from lessonboard.backups import back_up, restore
from tests.command_line import Run
from tests.faults.children import let_go, outcome, start

_WRITE = """
from blackboard import Board, NewEvent
with Board.open(sys.argv[1]) as board:
    ready()
    for number in range(1000):
        board.append([NewEvent("note.taken", "notes", {"text": f"note {number}"})])
        if number == 10:
            print("begun", flush=True)
"""


def _note(number: int) -> NewEvent:
    return NewEvent("note.taken", "notes", {"text": f"note {number}"}, id=f"note-{number}")


def _board(path: Path, *numbers: int) -> Path:
    with closing(Board.open(path)) as board:
        board.append([_note(number) for number in numbers])
    return path


def _notes(path: Path) -> list[str]:
    with closing(Board.open(path, read_only=True)) as board:
        return [(each.payload or {}).get("text", "-") for each in board.read(stream="notes")]


def test_a_backup_is_the_board_as_it_was(run: Run, tmp_path: Path) -> None:
    """It comes back with its events, and the board that it replaces stays beside it."""
    first, to = (
        run("lesson", "add", "Use uv here", "--global", "--json").json,
        tmp_path / "backup.db",
    )
    done = run("admin", "backup", str(to))
    assert (done.code, done.err) == (0, "")
    assert "all are as recorded" in done.out
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    second = run("lesson", "add", "Never push to main", "--global", "--json").json
    assert run("admin", "verify").code == 0

    done = run("admin", "restore", str(to))
    assert done.code == 0, done.err
    assert [each["id"] for each in run("lesson", "--json").json] == [first["id"]]
    assert run("admin", "verify").code == 0, "the anchor of the board before is not expected of it"
    kept = str(tmp_path / "board.db.before-restore")
    assert kept in done.out
    found = {each["id"] for each in run("--db", kept, "lesson", "--json").json}
    assert found == {first["id"], second["id"]}
    refused = run("admin", "restore", str(to))
    assert refused.code == 1
    assert "move it away or delete it" in refused.err


def test_a_backup_while_another_program_writes_is_one_moment(tmp_path: Path) -> None:
    """It holds the events up to that moment without a gap, and the writer goes on."""
    path, to = tmp_path / "board.db", tmp_path / "backup.db"
    writer = start(_WRITE, path)
    let_go(writer)
    assert writer.stdout is not None
    writer.stdout.readline()
    with closing(Board.open(path)) as board:
        found = back_up(board, to, lambda _position: None)
    assert outcome(writer) == ("", "")
    assert found.events > 10
    assert _notes(to) == [f"note {number}" for number in range(found.events)]
    assert len(_notes(path)) == 1000


def test_a_file_that_exists_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    """Nor is a board made where there was none."""
    to, none = tmp_path / "backup.db", str(tmp_path / "none.db")
    assert "there is no board at" in run("--db", none, "admin", "backup", str(to)).err
    assert [each.name for each in tmp_path.glob("*.db")] == ["board.db"]
    run("lesson", "add", "Use uv here", "--global")
    to.write_text("mine")
    done = run("admin", "backup", str(to))
    assert (done.code, to.read_text()) == (1, "mine")
    assert "name one that does not exist yet" in done.err


@pytest.mark.parametrize("content", [b"", b"no board", None])
def test_what_is_no_backup_changes_nothing(run: Run, tmp_path: Path, content: bytes | None) -> None:
    """Neither an empty file, nor one of another program, nor none at all."""
    run("lesson", "add", "Use uv here", "--global")
    source = tmp_path / "backup.db"
    if content is not None:
        source.write_bytes(content)
    done = run("admin", "restore", str(source))
    assert done.code == 1
    assert "backup.db" in done.err
    assert len(run("lesson", "--json").json) == 1
    assert not (tmp_path / "board.db.before-restore").exists()
    assert list(tmp_path.glob(".restore-*")) == []


def test_a_backup_with_an_altered_event_is_refused(tmp_path: Path) -> None:
    """And a damaged board is copied to no backup."""
    path, to = _board(tmp_path / "board.db", 1, 2), tmp_path / "backup.db"
    copy(path, to)
    with closing(sqlite3.connect(to)) as connection:
        connection.executescript(
            "DROP TRIGGER events_are_unchanged; UPDATE events SET actor = 'another'"
        )
    with pytest.raises(BoardError, match="damaged"):
        restore(path, to)
    assert _notes(path) == ["note 1", "note 2"]
    assert not (tmp_path / "board.db.before-restore").exists()

    another = tmp_path / "another.db"
    with closing(Board.open(to)) as board, pytest.raises(BoardError, match="damaged"):
        back_up(board, another, lambda _position: None)
    assert not another.exists()


def test_what_was_forgotten_stays_forgotten(tmp_path: Path) -> None:
    """A backup from before does not bring it back, in no page of the restored file."""
    path, to = _board(tmp_path / "board.db", 1, 2), tmp_path / "backup.db"
    copy(path, to)
    with closing(Board.open(path)) as board:
        board.log.forget(["note-2"], reason="private", actor="human", closing=["session:s"])
    done = restore(path, to)
    assert done.erased == 1
    assert _notes(path) == ["note 1", "-"]
    assert b"note 2" not in path.read_bytes()
    with closing(Board.open(path)) as board:
        assert board.log.version("closed:session:s") == 1
        assert board.verify().sound


def test_a_board_that_another_program_has_open_is_not_replaced(tmp_path: Path) -> None:
    """Where it would write to a file that nobody finds any more."""
    path = _board(tmp_path / "board.db", 1)
    new = tmp_path / "new.db"
    copy(path, new)
    with closing(Board.open(path)) as board:
        board.append([_note(2)])
        with pytest.raises(BoardError, match="end it and run the same command again"):
            put_in_place(new, path)
        board.append([_note(3)])
    assert _notes(path) == ["note 1", "note 2", "note 3"]
    assert put_in_place(new, path) == tmp_path / "board.db.before-restore"
    assert _notes(path) == ["note 1"]


def test_a_damaged_board_is_replaced_with_its_log(tmp_path: Path) -> None:
    """What is left of it is kept, and none of it gets into the restored board."""
    path, new = tmp_path / "board.db", tmp_path / "new.db"
    copy(_board(tmp_path / "good.db", 1), new)
    path.write_bytes(b"damaged")
    Path(f"{path}-wal").write_bytes(b"old log")
    kept = put_in_place(new, path)
    assert kept is not None
    assert kept.read_bytes() == b"damaged"
    assert Path(f"{kept}-wal").read_bytes() == b"old log"
    assert _notes(path) == ["note 1"]
