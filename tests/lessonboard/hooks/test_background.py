"""A worker is started when there is work, once, apart from the hook, and ends by itself."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.file_lock import FileLock
from blackboard.storage.hook_board import HookBoard
from blackboard.storage.outbox import add
from lessonboard.hooks.background import SWEEP_EVERY, is_sweep_due, is_waiting, worker_lock
from tests.lessonboard.hooks.agents import claude
from tests.lessonboard.hooks.conftest import Hook
from tests.waiting import eventually

_SAMPLES = Path(__file__).parents[3] / "examples" / "sessions" / "claude-code"


def is_free(board: Path) -> bool:
    """Whether no worker is at work in the background."""
    lock = FileLock(worker_lock(str(board)))
    try:
        return lock.try_acquire()
    finally:
        lock.close()


def workers(board: Path) -> list[int]:
    """The processes that are workers of a board."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if str(board) in line and "worker" in line:
            found.append(int(entry.name))
    return found


def now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


def remember_sweep(board: Path, at: int) -> None:
    """Have a sweep done at that time."""
    with Board.open(board) as opened:
        opened.local.imports.remember_sweep(at)


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """The transcript of a session, where the agent keeps it."""
    [path] = _SAMPLES.rglob("60370d31*.jsonl")
    copy = tmp_path / "transcripts" / path.name
    copy.parent.mkdir()
    shutil.copy(path, copy)
    return copy


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found by /proc")
def test_the_end_of_a_session_starts_a_worker(folder: Path, quokka: Path, session: Path) -> None:
    """It takes the transcript in and ends; the hook itself did not wait for it."""
    hook = Hook(folder, quokka, background=True)
    hook_event = claude("SessionEnd", folder, session.stem, reason="other")
    hook.silent({**hook_event, "transcript_path": str(session)})

    def is_taken_in() -> bool:
        with Board.open(quokka) as board:
            return bool(board.view("work", where={"state": "completed"}))

    assert eventually(is_taken_in)
    assert eventually(lambda: is_free(quokka) and not workers(quokka))
    with Board.open(quokka) as board:
        row = board.row("sessions", session.stem)
        assert row["user_messages"] > 0
        assert row["tool_uses"] > 0
        assert board.verify().sound


def test_views_of_an_older_version_are_made_anew_for_the_next_event(
    folder: Path, quokka: Path
) -> None:
    """After an upgrade a hook cannot read them: the worker that it starts folds them again."""
    with closing(sqlite3.connect(quokka)) as connection:
        connection.execute("UPDATE checkpoints SET version = 1 WHERE name = 'view:lessons'")
        connection.execute("DROP VIEW lessons")
        connection.execute("ALTER TABLE view_lessons DROP COLUMN signed_by")
        connection.commit()
    hook = Hook(folder, quokka, background=True)
    hook.silent(claude("SessionStart", folder))
    assert "no such column: signed_by" in hook.failures()[0]["error"]
    assert eventually(lambda: "signed_by" in _columns(quokka) and is_free(quokka))
    hook(claude("SessionStart", folder, "c2"))
    assert len(hook.failures()) == 1


def _columns(board: Path) -> set[str]:
    with closing(sqlite3.connect(board)) as connection:
        return {name for (name,) in connection.execute(
            "SELECT name FROM pragma_table_info('view_lessons')")}  # fmt: skip


def test_without_leave_none_is_started(hook: Hook) -> None:
    """`[hooks] background = false` leaves the work to `lessonboard admin worker`."""
    hook.silent(claude("SessionEnd", hook.folder))
    assert not Path(worker_lock(str(hook.board))).exists()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found by /proc")
def test_while_one_is_at_work_no_other_is_started(folder: Path, quokka: Path) -> None:
    """Whoever holds the lock does all that is waiting."""
    hook = Hook(folder, quokka, background=True)
    lock = FileLock(worker_lock(str(quokka)))
    assert lock.try_acquire()
    for number in range(3):
        hook.silent(claude("SessionEnd", folder, f"s{number}"))
        assert workers(quokka) == []
    lock.close()


def test_a_second_worker_in_the_background_ends_at_once(quokka: Path) -> None:
    """As happens when two hooks start one at the same moment."""
    lock = FileLock(worker_lock(str(quokka)))
    assert lock.try_acquire()
    command = Path(sys.executable).with_name("lessonboard")
    done = subprocess.run(
        [command, "--db", str(quokka), "admin", "worker", "--background"], capture_output=True,
        check=False, timeout=60, env={"PATH": os.environ["PATH"], "HOME": str(quokka.parent)},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, b"")
    lock.close()


def test_what_waits(tmp_path: Path) -> None:
    """A turn or session that ended and nobody saw, work that is ready, or something spilt."""
    path = tmp_path / "board.db"

    def waits() -> bool:
        quick = HookBoard(str(path), 1.0)
        try:
            return is_waiting(quick)
        finally:
            quick.close()

    with Board.open(path) as board:
        assert not waits()  # nor are there views yet
        board.append([NewEvent("turn.ended", "session:s", {"session": "s"})])
        assert waits()
        board.view("work")
        board.remember_reader("dispatcher", board.log.head())
        assert not waits()
        board.append([NewEvent("session.ended", "session:s", {"session": "s"})])
        assert waits()
        board.remember_reader("dispatcher", board.log.head())
        add(str(path), lambda: ["x"])
        assert waits()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found by /proc")
def test_a_beginning_starts_one_only_if_something_waits(folder: Path, quokka: Path) -> None:
    """Not for each session."""
    hook = Hook(folder, quokka, background=True)
    remember_sweep(quokka, now())
    hook(claude("SessionStart", folder, "first"))
    assert workers(quokka) == []
    assert not Path(worker_lock(str(quokka))).exists()
    hook.silent(claude("Stop", folder, "first"))
    hook(claude("SessionStart", folder, "second"))
    assert eventually(lambda: Path(worker_lock(str(quokka))).exists())
    assert eventually(lambda: is_free(quokka) and not workers(quokka))


def test_when_a_sweep_is_due(quokka: Path, session: Path) -> None:
    """After a while, and as soon as a transcript beside that of the new session has changed."""
    at = now()

    def due(own: Path, later: int) -> bool:
        quick = HookBoard(str(quokka), 1.0)
        try:
            return is_sweep_due(quick, str(own), at + later)
        finally:
            quick.close()

    other = session.with_name("other.jsonl")
    assert due(other, 0)
    remember_sweep(quokka, at)
    os.utime(session, ns=(at * 1000 - 1, at * 1000 - 1))
    assert not due(other, 1)
    assert due(other, SWEEP_EVERY + 1)
    os.utime(session, ns=((at + 1) * 1000,) * 2)
    assert due(other, 1)
    assert not due(session, 1)
    assert not due(Path("/nowhere/x.jsonl"), 1)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found by /proc")
def test_the_next_start_takes_in_a_session_that_was_killed(
    folder: Path, quokka: Path, session: Path
) -> None:
    """Nobody told of its end; what it did is on the board soon after another one begins."""
    home = folder / ".claude" / "projects" / "x"
    home.mkdir(parents=True)
    killed = home / session.name
    hook = Hook(folder, quokka, background=True)
    remember_sweep(quokka, now())
    shutil.copyfile(session, killed)
    start = claude("SessionStart", folder, "next", source="startup")
    hook({**start, "transcript_path": str(home / "next.jsonl")})

    def is_taken_in() -> bool:
        with Board.open(quokka) as board:
            return bool(board.view("work", where={"state": "completed"}))

    assert eventually(is_taken_in)
    assert eventually(lambda: is_free(quokka) and not workers(quokka))
    with Board.open(quokka) as board:
        assert board.row("sessions", session.stem)["tool_uses"] > 0


def test_a_session_that_never_began_does_not_end(hook: Hook) -> None:
    """Some commands of an agent, such as listing its servers, tell of an end and nothing else."""
    hook.silent(claude("SessionEnd", hook.folder, "ghost", transcript_path="/nowhere/ghost.jsonl"))
    assert hook.events("session.ended") == []
    hook(claude("SessionStart", hook.folder, "real", transcript_path="/nowhere/real.jsonl"))
    hook.silent(claude("SessionEnd", hook.folder, "real", transcript_path="/nowhere/real.jsonl"))
    assert [each["session"] for each in hook.events("session.ended")] == ["real"]
