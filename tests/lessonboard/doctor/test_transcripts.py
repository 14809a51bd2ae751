"""The transcripts on this machine against the board."""

from __future__ import annotations

import os
import shutil
import time
from pathlib import Path

import pytest

from blackboard import Board
from blackboard.importer import import_files
from blackboard.transcript_files import find
from lessonboard.bootstrap import App
from lessonboard.discovery import transcript_folders
from lessonboard.doctor import transcripts
from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.exclusion import excluded
from tests.inside import connection_of

ROOT = Path(__file__).parent.parent.parent.parent


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The sample sessions where the agents would have put them."""
    samples = ROOT / "examples" / "sessions"
    shutil.copytree(samples / "claude-code", tmp_path / ".claude" / "projects")
    shutil.copytree(samples / "codex", tmp_path / ".codex" / "sessions")
    for name, folder in (("CLAUDE_CONFIG_DIR", ".claude"), ("CODEX_HOME", ".codex")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def taken_in(home: Path, board: Board) -> Board:
    """A board that has read them all."""
    import_files(board, find(folder for folder in transcript_folders() if folder.is_dir()))
    board.catch_up()
    return board


def look(board: Board | None) -> Diagnosis:
    """The first finding, a day later, when no session is active."""
    later = time.time_ns() // 1000 + 24 * 3_600_000_000
    return next(iter(transcripts.compared(App(), board, later)))


def rows(finding: Diagnosis) -> dict[str, dict[str, object]]:
    """Its table, by agent."""
    assert finding.details is not None
    return {row["agent"]: row for row in finding.details["agents"]}


def a_session(home: Path) -> Path:
    """A transcript of Claude Code."""
    return next((home / ".claude" / "projects").rglob("*.jsonl"))


def test_all_that_were_read_are_on_the_board(taken_in: Board) -> None:
    """Counted by agent."""
    found = look(taken_in)
    assert found.level == "good"
    table = rows(found)
    assert table["claude-code"]["on_disk"] == table["claude-code"]["sessions_on_board"]
    assert {row["missing"] for row in table.values()} == {0}


def test_without_a_board_all_are_missing(home: Path) -> None:
    """And the advice is to import."""
    found = look(None)
    assert "(6 claude-code" in found.found
    assert found.advice == "Run `lessonboard session import`."


def test_new_sessions_and_subagents_are_missing(home: Path, taken_in: Board) -> None:
    """The newest are named; other files beside transcripts are ignored."""
    folder = a_session(home).parent
    (folder / "s1" / "subagents").mkdir(parents=True)
    for number, name in enumerate(("n1", "n2", "n3", "s1/subagents/agent-x")):
        (folder / f"{name}.jsonl").write_text("{}\n")
        os.utime(folder / f"{name}.jsonl", (1_600_000_000 + number,) * 2)
    for name in ("empty.jsonl", "result.json", "s1/journal.jsonl"):
        (folder / name).write_text("" if name.startswith("empty") else "{}")
    found = look(taken_in)
    assert "4 of " in found.found
    row = rows(found)["claude-code"]
    assert (row["missing"], row["subagents"]) == (4, 1)
    assert found.details is not None
    assert found.details["newest_missing"] == {"claude-code": ["agent-x", "n3", "n2"]}


def test_a_session_that_went_on_has_grown(home: Path, taken_in: Board) -> None:
    """A note, but not while it may still be going on."""
    path = a_session(home)
    with path.open("a") as file:
        file.write("{}\n")
    found = look(taken_in)
    assert (found.level, rows(found)["claude-code"]["grown"]) == ("note", 1)
    assert "1 changed since" in found.found
    assert found.details is not None
    assert found.details["newest_grown"] == {"claude-code": [path.stem]}
    now = time.time_ns() // 1000
    assert next(iter(transcripts.compared(App(), taken_in, now))).level == "good"


def test_unread_transcripts_that_are_due_are_told(home: Path, taken_in: Board) -> None:
    """Only those with something in them that is not on the board."""
    later = time.time_ns() // 1000 + 29 * 24 * 3_600_000_000

    def due() -> object:
        *_, found = transcripts.compared(App(), taken_in, later)
        assert found.what == "deletion"
        return (found.details or {})["due"]

    assert due() == 0
    with a_session(home).open("a") as file:
        file.write("{}\n")
    assert due() == 1


def test_a_touched_file_has_not_grown(home: Path, taken_in: Board) -> None:
    """A backup program changes times, not sessions."""
    os.utime(a_session(home))
    assert look(taken_in).level == "good"


def test_a_session_that_codex_archived_is_known(home: Path, taken_in: Board) -> None:
    """It is the same file elsewhere."""
    path = next((home / ".codex" / "sessions").rglob("rollout-*.jsonl"))
    (home / ".codex" / "archived_sessions").mkdir()
    path.rename(home / ".codex" / "archived_sessions" / path.name)
    found = look(taken_in)
    assert (found.level, rows(found)["codex"]["archived"]) == ("good", 1)


def test_an_import_that_was_cut_off_is_seen(home: Path, taken_in: Board) -> None:
    """Such a file is marked with a size of -1."""
    with taken_in.transaction():
        connection_of(taken_in).execute(
            "UPDATE imported_files SET size = -1 WHERE path = ?", (str(a_session(home)),)
        )
    assert rows(look(taken_in))["claude-code"]["grown"] == 1


def test_a_session_told_by_hooks_alone_has_more(home: Path, taken_in: Board) -> None:
    """It is on the board, but its transcript was never read."""
    with taken_in.transaction():
        connection_of(taken_in).execute("DELETE FROM imported_files")
    table = rows(look(taken_in))
    assert table["claude-code"]["missing"] == 0
    assert table["claude-code"]["grown"] == table["claude-code"]["on_disk"]


def test_a_compressed_twin_is_not_counted(home: Path, taken_in: Board) -> None:
    """It holds the same session."""
    path = next((home / ".codex" / "sessions").rglob("rollout-*.jsonl"))
    path.with_name(f"{path.name}.zst").write_bytes(b"x")
    assert look(taken_in).level == "good"


def test_what_is_left_out_is_not_missing(home: Path, board: Board) -> None:
    """No advice to import what was left out on purpose."""
    (home / "config/lessonboard").mkdir(parents=True)
    (home / "config/lessonboard/config.toml").write_text('[capture]\nexclude = ["parcel-api"]\n')
    paths = find(folder for folder in transcript_folders() if folder.is_dir())
    import_files(board, paths, excluded=excluded())
    board.catch_up()
    found = look(board)
    assert (found.level, found.advice) == ("good", "")
    assert "all 7 on this machine are on the board; 3 left out" in found.found
    assert [row["left_out"] for row in rows(found).values()] == [2, 1]
