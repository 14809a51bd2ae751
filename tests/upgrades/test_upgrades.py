"""What a released version wrote is read by this one: nothing is lost, and no fault is found."""

from __future__ import annotations

import json
import re
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import zstandard

from blackboard import Board
from blackboard.event import iso
from tests.command_line import Run
from tests.upgrades.generate import RELEASES, ROOT, Program, check_out

FOLDER = Path(__file__).parent
OF_THE_MACHINE = {"SQLite", "transcripts"}
"""What `doctor` may note here, whatever is on the board."""

_LONGEST = 120


@pytest.fixture(params=sorted(RELEASES))
def old(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The board of a released version, where `run` looks for it."""
    path = tmp_path / "board.db"
    path.touch(0o600)
    path.write_bytes(zstandard.decompress((FOLDER / f"{request.param}.db.zst").read_bytes()))
    return path


def _of_views(path: Path) -> dict[str, Any]:
    """What the version that wrote a board has in its views."""
    with closing(sqlite3.connect(path)) as connection:
        return {
            "sessions": set(connection.execute("SELECT id FROM view_sessions")),
            "lessons": set(connection.execute("SELECT id, status FROM view_lessons")),
            "insights": set(connection.execute("SELECT id, status FROM view_insights")),
        }


def _last_message(path: Path) -> int:
    statement = "SELECT MAX(occurred_at) FROM events WHERE type = 'message.recorded'"
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute(statement).fetchone()[0]
    return found


def test_every_released_version_has_a_board() -> None:
    """Those of the changelog, each written by the code of its commit."""
    found = re.findall(r"^## (\d+\.\d+\.\d+) - ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert sorted(RELEASES) == sorted(found)
    assert sorted(RELEASES) == sorted(each.name[:-7] for each in FOLDER.glob("*.db.zst"))


def test_its_views_say_the_same(old: Path) -> None:
    """All of them are made again, from events that are as they were recorded."""
    before = _of_views(old)
    assert all(before.values())
    with closing(Board.open(old)) as board:
        assert {row["id"] for row in board.view("sessions")} == {
            each for (each,) in before["sessions"]
        }
        for name in ("lessons", "insights"):
            assert {(row["id"], row["status"]) for row in board.view(name)} == before[name]
        assert board.recall("uv run")
        assert board.search("npm test")
        assert board.verify().sound
        assert board.verify_views() == []


def test_doctor_finds_no_fault_in_it(run: Run, old: Path) -> None:
    """Neither before its views are made again nor after; the last message has its own time."""
    first = run("doctor", "--json")
    assert not [each for each in first.json if each["level"] == "bad"]
    assert [each["found"] for each in first.json if each["what"] == "views"] == [
        "from another version; the next command that reads rebuilds them"
    ]
    assert run("search", "uv").code == 0
    found = {each["what"]: each for each in run("doctor", "--json").json}
    assert {what for what, each in found.items() if each["level"] != "good"} <= OF_THE_MACHINE
    assert found["activity"]["details"]["message"][:16] == iso(_last_message(old))[:16]


@pytest.mark.full
@pytest.mark.parametrize("version", sorted(RELEASES))
def test_its_worker_and_the_hooks_of_today_share_a_board(version: str, tmp_path: Path) -> None:
    """As while agents run during an upgrade: no prompt and no work is lost."""
    before = Program(check_out(version, tmp_path / "checkout"), tmp_path)
    today = Program(ROOT, tmp_path)
    before.run("add", "Never push to main", "--global")
    worker = subprocess.Popen(
        before.command("worker"), env=before.environment, cwd=tmp_path,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        with closing(Board.open(today.board)) as board:
            for number in range(3):
                session = f"session-{number}"
                today.hook("SessionStart", session, source="startup")
                today.hook("BeforeAgent", session, prompt=f"Prompt {number}")
                _wait_for(board, before.json("queue", "create", "backtest")["item"])
                today.hook("SessionEnd", session, reason="exit")
                _wait_for(board, today.json("queue", "create", "backtest")["item"])
    finally:
        worker.send_signal(signal.SIGTERM)
        _, errors = worker.communicate(timeout=_LONGEST)
    assert (worker.returncode, errors) == (0, "")
    today.run("search", "prompt")
    assert "3 sessions" in _finding(today, "memory")
    today.run("verify", "--views")
    texts = [each["payload"]["text"] for each in _messages(today)]
    assert texts == ["Prompt 0", "Prompt 1", "Prompt 2"]


def _wait_for(board: Board, item: str) -> None:
    end = time.monotonic() + _LONGEST
    while (row := board.row("work", item)) is None or row["state"] != "completed":
        assert time.monotonic() < end, row
        board.log.wait(board.log.head(), 1.0)


def _finding(program: Program, what: str) -> str:
    (found,) = (each["found"] for each in program.json("doctor") if each["what"] == what)
    return str(found)


def _messages(program: Program) -> list[dict[str, Any]]:
    lines = program.run("events", "--type", "message.recorded", "--json").splitlines()
    return [json.loads(line) for line in lines]
