"""What happens when a board is opened: on new, foreign, newer, damaged and missing files."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import time
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from blackboard.board import Board
from blackboard.errors import (
    BoardBusy,
    BoardError,
    BoardReadOnly,
    CannotOpen,
    DamagedBoard,
    NewerBoard,
    NotABoard,
)
from blackboard.event import NewEvent
from tests.blackboard.lessons import lesson
from tests.faults.children import go, start
from tests.long_runs import rounds

_MAKE_AND_APPEND = """
from blackboard.board import Board
from blackboard.event import NewEvent
ready()
with Board.open(sys.argv[1]) as board:
    board.append([NewEvent("note.taken", "notes", {"by": sys.argv[2]})])
    board.view("lessons")
"""


def note(text: object = "") -> NewEvent:
    """A small event."""
    return NewEvent("note.taken", "notes", {"text": text})


def files(folder: Path) -> dict[str, bytes]:
    """Every file of a folder with its bytes."""
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def mode(path: Path) -> int:
    """A file's permissions."""
    return stat.S_IMODE(path.stat().st_mode)


def foreign(path: Path, *, application_id: int = 0) -> None:
    """Another program's database."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.execute("INSERT INTO recipes VALUES ('pancakes')")
        connection.execute(f"PRAGMA application_id = {application_id}")


def filled(path: Path, events: int = 2000) -> Path:
    """A closed board with some events, all in one file."""
    with Board.open(path) as board:
        board.append([note(f"{number} {'x' * 200}") for number in range(events)])
        board.view("lessons")
    return path


def test_all_files_are_for_their_owner_only(tmp_path: Path) -> None:
    """The board and the files beside it are made with mode 0600."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([note()])
        board.replay()
        modes = {path.name: mode(path) for path in tmp_path.iterdir()}
    assert {"board.db", "board.db-wal", "board.db-shm", "board.db.lock"} <= modes.keys()
    assert set(modes.values()) == {0o600}


def test_missing_folders_are_made(tmp_path: Path) -> None:
    """A board may be put into folders that are not there yet."""
    path = tmp_path / "some" / "where" / "board.db"
    Board.open(path).close()
    assert path.is_file()
    assert mode(path.parent) == 0o700


def test_the_home_folder_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` in a path is the home folder."""
    monkeypatch.setenv("HOME", str(tmp_path))
    Board.open("~/board.db").close()
    assert (tmp_path / "board.db").is_file()


def test_an_empty_file_becomes_a_board(tmp_path: Path) -> None:
    """A file without content is nobody's and is taken."""
    path = tmp_path / "board.db"
    path.touch()
    with Board.open(path) as board:
        assert board.append([note()])


@pytest.mark.parametrize("application_id", [0, 0x47504B47])
@pytest.mark.parametrize("read_only", [False, True])
def test_another_programs_database_is_left_alone(
    tmp_path: Path, application_id: int, read_only: bool
) -> None:
    """A foreign SQLite file is refused and not one byte of it changes."""
    foreign(tmp_path / "recipes.db", application_id=application_id)
    before = files(tmp_path)
    with pytest.raises(NotABoard, match="untouched"):
        Board.open(tmp_path / "recipes.db", read_only=read_only)
    assert files(tmp_path) == before


def test_another_programs_write_ahead_log_is_left_alone(tmp_path: Path) -> None:
    """What a foreign program left in its write-ahead log is not written into its file."""
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    with closing(sqlite3.connect(tmp_path / "recipes.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE recipes (name TEXT)")
        for name in ("recipes.db", "recipes.db-wal"):
            shutil.copy(tmp_path / name, crashed / name)
    before = files(crashed)
    with pytest.raises(NotABoard):
        Board.open(crashed / "recipes.db")
    after = files(crashed)
    assert {name: after.get(name) for name in before} == before


def test_a_text_file_is_left_alone(tmp_path: Path) -> None:
    """A file that is no database is refused untouched, and nothing is put beside it."""
    (tmp_path / "notes.txt").write_text("milk\n")
    with pytest.raises(NotABoard):
        Board.open(tmp_path / "notes.txt")
    assert files(tmp_path) == {"notes.txt": b"milk\n"}


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_board_is_left_alone(tmp_path: Path, read_only: bool) -> None:
    """A file of a newer format is refused untouched, with both formats named."""
    path = filled(tmp_path / "board.db", 3)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        known = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(NewerBoard) as caught:
        Board.open(path, read_only=read_only)
    assert (caught.value.found, caught.value.known) == (99, known)
    assert path.read_bytes() == before


@pytest.mark.parametrize("length", [50, 100, 4096, 30_000, 200_000])
def test_a_truncated_board_is_damaged(tmp_path: Path, length: int) -> None:
    """A file that lost its end is reported as damaged when opened or first used."""
    path = filled(tmp_path / "board.db")
    with path.open("r+b") as file:
        file.truncate(length)
    with pytest.raises(DamagedBoard), Board.open(path) as board:  # noqa: PT012
        board.verify()
        board.view("lessons")


@pytest.mark.parametrize("rubbish", [b"\xff", b"\0", b"a", b"\x1b\xd7"])
@pytest.mark.parametrize("share", [0.003, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99])
def test_overwritten_bytes_are_found(tmp_path: Path, share: float, rubbish: bytes) -> None:
    """Rubbish anywhere never passes for an event, and never shows as an error of another's."""
    path = filled(tmp_path / "board.db", 1000)
    with Board.open(path) as board:
        before = list(board.read())
    with path.open("r+b") as file:
        file.seek(int(path.stat().st_size * share))
        file.write(rubbish * (9000 // len(rubbish)))
    with suppress(DamagedBoard, NotABoard), Board.open(path) as board:
        if _is_sound(board):
            assert list(board.read()) == before  # only an index or a view was hit
        for act in (lambda: list(board.read()), lambda: board.view("lessons"), board.replay,
                    lambda: board.append([note()])):  # fmt: skip
            with suppress(BoardError):
                act()


def test_verifying_finds_a_fault_of_the_structure(tmp_path: Path) -> None:
    """Events that all hold their digests are not sound in a file whose index is not."""
    path = filled(tmp_path / "board.db", 300)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        index = "SELECT rootpage FROM sqlite_schema WHERE name = 'events_by_type'"
        root = connection.execute(index).fetchone()[0]
        page_size = connection.execute("PRAGMA page_size").fetchone()[0]
    with path.open("r+b") as file:  # the kind of a page is its first byte
        file.seek((root - 1) * page_size)
        file.write(b"\0")
    with Board.open(path) as board:
        assert [each for each in board.verify().problems if "SQLite finds a fault" in each]


@pytest.mark.parametrize("seed", range(rounds(1, 4)))
def test_a_flipped_bit_is_damage(tmp_path: Path, seed: int) -> None:
    """Of one bit that is another, wherever it is, no error comes but one of ours."""
    random = Random(seed)
    filled(tmp_path / "whole.db", 5)
    with Board.open(tmp_path / "whole.db") as board:
        board.append([lesson(f"l{n}", f"Always run linter {n} first.") for n in range(8)])
        board.recall("linter")
    whole = (tmp_path / "whole.db").read_bytes()
    used = [at for at, byte in enumerate(whole) if byte]
    for _ in range(rounds(20, 300)):
        path, flipped = tmp_path / "flipped.db", bytearray(whole)
        flipped[random.choice(used)] ^= 1 << random.randrange(8)
        for each in tmp_path.glob("flipped.db*"):
            each.unlink()
        path.write_bytes(flipped)
        with suppress(BoardError), Board.open(path) as board:
            for act in (board.verify, board.replay, lambda: list(board.read()),
                        lambda: board.view("lessons"), lambda: board.search("linter"),
                        lambda: board.append([note()])):  # fmt: skip
                with suppress(BoardError):
                    act()


def _replaced(path: Path, before: bytes, after: bytes) -> None:
    content = path.read_bytes()
    assert before in content
    path.write_bytes(content.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'"constraint":', b'"constrainu":'),
        (b'"lesson":"l1"', b'"lesson":xl1"'),
        (b"Always run", b"Alway\xf3 run"),
    ],
)
def test_a_text_that_cannot_be_read_is_damage(tmp_path: Path, before: bytes, after: bytes) -> None:
    """Folding a payload without its field, that is no JSON, or no UTF-8 says that it is damaged."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([lesson("l1", "Always run the linter first.")])
    _replaced(path, before, after)
    with Board.open(path) as board:
        with pytest.raises(DamagedBoard, match=r"board\.db"):
            board.view("lessons")
        with pytest.raises(DamagedBoard):
            board.replay()


def test_a_schema_that_cannot_be_read_is_damage(tmp_path: Path) -> None:
    """SQLite's message about a damaged schema quotes what is no UTF-8."""
    path = filled(tmp_path / "board.db", 3)
    _replaced(path, b"CREATE TABLE events", b"CREATE TABL\xc5 events")
    with pytest.raises(DamagedBoard):
        Board.open(path)


def _is_sound(board: Board) -> bool:
    try:
        return board.verify().sound
    except DamagedBoard:
        return False


def test_a_folder_is_no_board(tmp_path: Path) -> None:
    """A path that is a folder cannot be opened, in either way."""
    for read_only in (False, True):
        with pytest.raises(CannotOpen):
            Board.open(tmp_path, read_only=read_only)


def test_a_board_cannot_lie_below_a_file(tmp_path: Path) -> None:
    """A folder that is a file is reported as such."""
    (tmp_path / "file").write_text("")
    with pytest.raises(CannotOpen):
        Board.open(tmp_path / "file" / "board.db")


def test_a_lock_that_cannot_be_made_is_our_error(tmp_path: Path) -> None:
    """When the file beside the board cannot be opened, the error is one of ours."""
    (tmp_path / "board.db.lock").mkdir()
    with pytest.raises(BoardError):
        Board.open(tmp_path / "board.db")


def test_reading_makes_no_file(tmp_path: Path) -> None:
    """Opening a missing board for reading fails and leaves nothing behind."""
    with pytest.raises(CannotOpen, match=r"board\.db"):
        Board.open(tmp_path / "board.db", read_only=True)
    assert files(tmp_path) == {}


def test_reading_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    """An empty file opened for reading is refused and stays empty."""
    (tmp_path / "board.db").touch()
    with pytest.raises(BoardReadOnly):
        Board.open(tmp_path / "board.db", read_only=True)
    assert (tmp_path / "board.db").read_bytes() == b""


def test_an_old_sqlite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An SQLite that lacks what is needed is named before any file is made."""
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    with pytest.raises(CannotOpen, match="SQLite"):
        Board.open(tmp_path / "board.db")
    assert files(tmp_path) == {}


def test_a_board_may_be_opened_twice_in_one_process(tmp_path: Path) -> None:
    """Two objects on one file see each other's events, and closing one leaves the other."""
    first, second = Board.open(tmp_path / "board.db"), Board.open(tmp_path / "board.db")
    with first:
        with second:
            first.append([note(1)])
            second.append([note(2)])
            assert first.log.head() == second.log.head() == 2
        first.append([note(3)])
        assert first.verify().events == 3


def test_opening_again_changes_no_byte(tmp_path: Path) -> None:
    """Opening, verifying and closing a board leaves the file as it was."""
    path = filled(tmp_path / "board.db", 10)
    before = path.read_bytes()
    with Board.open(path) as board:
        assert board.verify().sound
    assert path.read_bytes() == before


def test_a_board_may_be_made_by_four_processes_at_once(tmp_path: Path) -> None:
    """Whoever comes first makes the file, all of them use it, and none sees an error."""
    for attempt in range(rounds(1, 4)):
        path = tmp_path / f"{attempt}.db"
        children = [start(_MAKE_AND_APPEND, path, number) for number in range(4)]
        assert [errors for _, errors in go(*children)] == [""] * 4
        with Board.open(path) as board:
            assert sorted((event.payload or {})["by"] for event in board.read()) == list("0123")
            assert board.verify().sound


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_new_folders_are_for_their_owner_only_whatever_the_umask(
    tmp_path: Path, umask: int
) -> None:
    """Each one that was missing; one that was there keeps its mode."""
    tmp_path.chmod(0o755)
    before = os.umask(umask)
    try:
        Board.open(tmp_path / "a" / "b" / "board.db").close()
    finally:
        os.umask(before)
    assert [mode(tmp_path / name) for name in ("a", "a/b", ".")] == [0o700, 0o700, 0o755]


def test_other_programs_are_waited_for_as_long_as_was_said(tmp_path: Path) -> None:
    """A timeout is for SQLite's lock as well, which programs hold that know no other."""
    path = tmp_path / "board.db"
    with (
        Board.open(path, timeout=0.2) as board,
        closing(sqlite3.connect(path, isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        with pytest.raises(BoardBusy):
            board.append([note()])
        assert time.monotonic() - began < 15
        other.execute("ROLLBACK")
        assert board.append([note()])
