"""That a board which may only be read is read, and never written; and that clocks may err."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.errors import BoardBusy, BoardReadOnly
from blackboard.event import NewEvent, iso
from blackboard.storage.sqlite import unwritable
from tests.commands import COMMAND
from tests.conftest import FixedClock


def insight(number: int) -> NewEvent:
    """An insight about a number."""
    curated = {"insight": str(number), "statement": f"prefer the number {number}",
               "category": "testing", "confidence": 0.5}  # fmt: skip
    return NewEvent("insight.curated", f"insight:{number}", curated)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed board of three insights whose views lag two behind."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([insight(1)])
        board.view("insights")
        board.append([insight(2), insight(3)])
    return tmp_path / "board.db"


def test_a_lagging_board_answers_without_being_written(path: Path) -> None:
    """Views and search of a read-only board know every event, and no byte of the file changes."""
    before = path.read_bytes()
    with Board.open(path, read_only=True) as board:
        assert board.lag() == 2
        assert [row["id"] for row in board.view("insights", order="id")] == ["1", "2", "3"]
        assert board.search("number 3", view="insights")[0].row["id"] == "3"
    assert path.read_bytes() == before


def test_a_board_without_views_answers_read_only(tmp_path: Path) -> None:
    """Views that nobody has ever folded are folded for the reader alone."""
    with Board.open(tmp_path / "board.db") as board:
        board.append([insight(1)])
    with Board.open(tmp_path / "board.db", read_only=True) as board:
        assert board.lag() is None
        assert [row["id"] for row in board.view("insights")] == ["1"]


def test_nothing_writes_through_a_read_only_board(path: Path) -> None:
    """Appending, transactions, rebuilding and forgetting are refused by name."""
    with Board.open(path, read_only=True) as board:
        event = next(board.read())
        with pytest.raises(BoardReadOnly, match=r"board\.db"):
            board.append([insight(4)])
        with pytest.raises(BoardReadOnly), board.transaction():
            pass
        with pytest.raises(BoardReadOnly):
            board.replay()
        with pytest.raises(BoardReadOnly):
            board.forget(event.id, reason="r")
        assert board.verify().events == 3


def test_a_write_protected_file_is_read(path: Path) -> None:
    """Without the right to write, reading works and appending says why not."""
    if os.geteuid() == 0:
        pytest.skip("root may write to any file")
    path.chmod(0o444)
    with Board.open(path, read_only=True) as board:
        assert len(board.view("insights")) == 3
    with pytest.raises(BoardReadOnly), Board.open(path) as board:
        board.append([insight(4)])


@pytest.mark.parametrize(
    ("folder_is_writable", "has_index", "log_bytes", "expected"),
    [
        (True, False, 9, "shared"),
        (False, True, 9, "shared"),
        (False, True, 0, "shared"),
        (False, False, 0, "unchanging"),
        (False, False, 9, "copy"),
    ],
)
def test_only_a_file_that_nobody_writes_is_read_without_locks(
    folder_is_writable: bool, has_index: bool, log_bytes: int, expected: unwritable.How
) -> None:
    """Where SQLite can make its index, or finds one, it sees what others write."""
    assert expected == unwritable.how(
        folder_is_writable=folder_is_writable, has_index=has_index, log_bytes=log_bytes
    )


@pytest.fixture
def in_read_only_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Root may write everywhere, so SQLite's file is opened as if it were in a read-only folder."""
    monkeypatch.setattr(os, "access", lambda _path, _mode: False)


@pytest.mark.usefixtures("in_read_only_folder")
def test_a_board_in_a_read_only_folder_is_read(path: Path) -> None:
    """No file appears beside it; what is written meanwhile refuses the answer, and is then read."""
    with Board.open(path, read_only=True) as board:
        assert len(board.view("insights")) == 3
        assert [each.name for each in path.parent.iterdir() if each.suffix != ".lock"] == [
            path.name
        ]
        with Board.open(path) as writer:
            writer.append([insight(4)])
        with pytest.raises(BoardBusy, match="try again"):
            board.row("insights", "1")
    with Board.open(path, read_only=True) as board:
        assert len(board.view("insights")) == 4


@pytest.mark.usefixtures("in_read_only_folder")
def test_what_only_the_write_ahead_log_holds_is_read_in_a_copy(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The copy is its owner's alone and is gone when the board is open; it says so."""
    left, temporary = tmp_path / "left", tmp_path / "temporary"
    left.mkdir()
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    modes: list[int] = []
    copy_file = unwritable._copy

    def watched(source: str, target: str) -> None:
        copy_file(source, target)
        modes.append(Path(target).stat().st_mode & 0o777)

    monkeypatch.setattr(unwritable, "_copy", watched)
    with Board.open(path) as writer:
        writer.append([insight(4)])
        for name in ("board.db", "board.db-wal"):
            shutil.copy(tmp_path / name, left / name)
    before = {each.name: each.read_bytes() for each in left.iterdir()}
    with Board.open(left / "board.db", read_only=True) as board:
        assert list(temporary.iterdir()) == []
        assert len(board.view("insights")) == 4
        with pytest.raises(BoardReadOnly):
            board.append([insight(5)])
    assert modes == [0o600, 0o600]
    assert {each.name: each.read_bytes() for each in left.iterdir()} == before
    assert "a temporary copy is read" in caplog.text


@pytest.mark.usefixtures("in_read_only_folder")
def test_a_log_that_keeps_growing_is_not_copied_torn(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy of two moments would be no board."""
    Path(f"{path}-wal").write_bytes(b"x")
    numbers = iter(range(100))
    monkeypatch.setattr(unwritable, "signature", lambda _path: (0, 0, 0, 0, 1, next(numbers)))
    with pytest.raises(BoardBusy, match="try again"):
        Board.open(path, read_only=True)


DROP = "--inh-caps=-dac_override,-dac_read_search", "--bounding-set=-dac_override,-dac_read_search"
READS = {
    ("search", "number"): "prefer the **number** 4",
    ("lesson",): "",
    ("lesson", "3"): "prefer the number 3",
    ("session",): "",
    ("fix", "an unknown error"): "",
    ("lesson", "context", "--command", "npm test"): "",
    ("doctor",): "4 events",
    ("admin", "project"): "",
}


def test_every_read_works_in_a_read_only_folder(path: Path, tmp_path: Path) -> None:
    """By the commands themselves, for a user who may write nothing there, and MCP's recall."""
    drop = ["setpriv", *DROP] if os.geteuid() == 0 else []
    if drop and (not shutil.which("setpriv") or subprocess.run([*drop, "true"]).returncode):
        pytest.skip("needs setpriv, because root may write to any folder")
    with Board.open(path) as board:
        board.append([insight(4)])
    (folder := tmp_path / "folder").mkdir()
    shutil.copy(path, folder)
    (folder / "board.db").chmod(0o400)
    folder.chmod(0o500)
    (home := tmp_path / "home").mkdir()
    environment = {"PATH": os.environ["PATH"], "HOME": str(home),
                   "LESSONBOARD_DB": str(folder / "board.db")}  # fmt: skip

    def run(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*drop, str(COMMAND), *words], env=environment, cwd=home, input=stdin, text=True,
            capture_output=True, check=False,
        )  # fmt: skip

    for words, expected in READS.items():
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert expected in done.stdout, words
    asked = (
        ("initialize", {"protocolVersion": "2025-03-26", "capabilities": {},
                        "clientInfo": {"name": "test", "version": "1"}}),
        ("tools/call", {"name": "recall", "arguments": {"query": "number"}}),
    )  # fmt: skip
    lines = (json.dumps({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
             for id, (method, params) in enumerate(asked))  # fmt: skip
    answer = json.loads(run("mcp", stdin="\n".join(lines)).stdout.splitlines()[1])
    assert answer["result"]["isError"] is False
    assert [each.name for each in folder.iterdir()] == ["board.db"]
    folder.chmod(0o700)


def test_a_clock_put_back_confuses_nothing(board: Board, clock: FixedClock) -> None:
    """Order, times of recording, views and the past all stand when the clock is put back."""
    board.append([insight(1)])
    noon = clock.now
    clock.advance(-3_600_000_000)
    board.append([insight(2)])
    clock.advance(7_200_000_000)
    board.append([insight(3)])
    assert [event.recorded_at - noon for event in board.read()] == [
        0, -3_600_000_000, 3_600_000_000,
    ]  # fmt: skip
    assert board.verify().sound
    with board.as_of(iso(noon)) as past:
        assert [row["id"] for row in past.view("insights", order="id")] == ["1", "2"]
