"""A process that copies a log into its local file and is killed: the next one goes on."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.storage.sqlite.log import SqliteLog
from tests.blackboard.lessons import lesson
from tests.inside import local_connection_of

ROOT = Path(__file__).parent.parent.parent
SECRET = "xylophonequux"

_FOLLOW = """
import os, signal, sys
from pathlib import Path
from blackboard.board import Board
from blackboard.storage.sqlite import following, forgetting
from blackboard.storage.sqlite.log import SqliteLog

log, local, phase = sys.argv[1:]

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

def die_after(act, times):
    calls = []
    def acting(*given, **named):
        done = act(*given, **named)
        calls.append(1)
        return die() if len(calls) == times else done
    return acting

match phase:
    case "in the first page":
        following._receive = die_after(following._receive, 1)
    case "in a later page":
        following._receive = die_after(following._receive, 2)
    case "before erasing":
        following._erase = die
    case "while erasing":
        forgetting.erase_payloads = die_after(forgetting.erase_payloads, 1)
    case "before rewriting":
        SqliteLog.rewrite = die
with Board.follow(SqliteLog(Path(log)), local) as board:
    board.catch_up()
"""


def follow(log: Path, local: Path) -> Board:
    """A follower of a log in another file."""
    return Board.follow(SqliteLog(log), local)


def run(log: Path, local: Path, phase: str) -> int:
    """Follow in a process of its own; returns how it ended."""
    command = [sys.executable, "-c", _FOLLOW, str(log), str(local), phase]
    return subprocess.run(command, cwd=ROOT, check=False).returncode


@pytest.mark.parametrize(
    "phase",
    [
        "in the first page",
        "in a later page",
        "before erasing",
        "while erasing",
        "before rewriting",
    ],
)
def test_a_follower_killed_in_any_phase_goes_on(tmp_path: Path, phase: str) -> None:
    """The copy ends up like the log, chained and complete, and without what was forgotten."""
    log, local = tmp_path / "log.db", tmp_path / "local.db"
    with Board.open(log) as board:
        (secret,) = board.append([lesson("a", f"Say {SECRET} to the guard.")])
        if "page" not in phase:
            with follow(log, local) as before:
                assert len(before.search(SECRET)) == 1
        board.append([NewEvent("note.taken", "notes", {"n": n}) for n in range(2_500)])
        board.append([lesson("b", "Never shout.")])
        board.forget(secret.id, reason="private")
        assert run(log, local, phase) == -signal.SIGKILL
        with follow(log, local) as after:
            assert after.keys("lessons") == ["b"]
            assert after.search(SECRET) == []
            copied = local_connection_of(after).execute("SELECT * FROM events ORDER BY position")
            assert copied.fetchall() == [tuple(event) for event in board.log.stored()]
            assert not after.local.is_rewrite_due()
    assert [
        path for path in tmp_path.glob("local.db*") if SECRET.encode() in path.read_bytes()
    ] == []


def test_many_processes_copy_into_one_file(tmp_path: Path) -> None:
    """Each page is taken once, while the log grows."""
    log, local = tmp_path / "log.db", tmp_path / "local.db"
    with Board.open(log) as board:
        board.append([NewEvent("note.taken", "notes", {"n": n}) for n in range(5_000)])
        command = [sys.executable, "-c", _FOLLOW, str(log), str(local), ""]
        running = [subprocess.Popen(command, cwd=ROOT) for _ in range(4)]
        for number in range(50):
            board.append([NewEvent("note.taken", "others", {"n": number})])
        assert [each.wait(timeout=120) for each in running] == [0] * 4
        with follow(log, local) as after:
            after.catch_up()
            copied = local_connection_of(after).execute("SELECT * FROM events ORDER BY position")
            assert copied.fetchall() == [tuple(event) for event in board.log.stored()]
