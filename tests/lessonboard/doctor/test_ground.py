"""The board's files, the queue and what happened last."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board, NewEvent
from blackboard.errors import BoardBusy
from lessonboard.doctor import board as ground
from lessonboard.doctor import files, queue
from lessonboard.doctor.diagnosis import Diagnosis
from tests.conftest import FixedClock
from tests.inside import connection_of

HOUR = 3_600_000_000


def only(path: Path) -> Diagnosis:
    """What is found of the permissions."""
    (found,) = files.permissions(path)
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A board's file that is private."""
    (tmp_path / "b").mkdir(mode=0o700)
    path = tmp_path / "b" / "board.db"
    path.touch(0o600)
    return path


@pytest.mark.parametrize("ending", ["", *files.BESIDE])
def test_files_that_others_may_read_are_bad(path: Path, ending: str) -> None:
    """The board and each file beside it."""
    assert only(path).level == "good"
    beside = Path(f"{path}{ending}")
    beside.touch()
    beside.chmod(0o640)
    found = only(path)
    assert found.level == "bad"
    assert found.advice == f"Run: chmod 600 '{beside}'"


def test_a_folder_that_others_may_write_in_is_noted(path: Path) -> None:
    """But for one such as /tmp, where they may not replace what is not theirs."""
    path.parent.chmod(0o777)
    assert only(path).level == "note"
    path.parent.chmod(0o1777)
    assert only(path).level == "good"


def test_files_of_another_user_are_noted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As sudo leaves them."""
    mine = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: mine + 1)
    assert "another user" in only(path).found


@pytest.mark.parametrize(
    ("free", "level"), [(10 << 20, "bad"), (100 << 20, "note"), (100 << 30, "good")]
)
def test_little_room_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch, free: int, level: str
) -> None:
    """Before the disk is full."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: type("Usage", (), {"free": free}))
    assert files.disk(path).level == level


def test_a_long_write_ahead_log_is_noted(path: Path) -> None:
    """It grows while a reader stays open."""
    with Path(f"{path}-wal").open("wb") as file:
        file.truncate(300 << 20)
    assert files.disk(path).level == "note"


def told(board: Board, type_: str, **payload: Any) -> None:
    """Append a work event."""
    board.append([NewEvent(type_, "work:w", {"item": "w", **payload})])
    board.catch_up()


def work(board: Board, clock: FixedClock) -> Diagnosis:
    """What is found of the work."""
    return next(iter(queue.look(board, clock.now)))


def test_work_that_nobody_takes_is_noted(board: Board, clock: FixedClock) -> None:
    """After an hour no worker seems to run."""
    assert work(board, clock).level == "good"
    told(board, "work.created", kind="reflect")
    assert work(board, clock).level == "good"
    clock.advance(2 * HOUR)
    assert "lessonboard admin worker" in work(board, clock).advice


def test_work_that_was_set_aside_is_noted(board: Board, clock: FixedClock) -> None:
    """With the command that shows why."""
    told(board, "work.created", kind="reflect")
    told(board, "work.quarantined", reason="failed three times")
    found = work(board, clock)
    assert found.level == "note"
    assert "admin queue --state quarantined" in found.advice


def test_what_waits_for_work_that_was_set_aside_is_counted(board: Board, clock: FixedClock) -> None:
    """It waits until a person retries that."""
    told(board, "work.created", kind="reflect")
    later = {"item": "v", "kind": "improve", "depends_on": ["w"], "waiting_for": ["w"]}
    board.append([NewEvent("work.created", "work:v", later)])
    assert "wait" not in work(board, clock).found
    told(board, "work.quarantined", reason="failed three times")
    found = work(board, clock)
    assert "1 given up after failures, 1 waiting for those" in found.found
    assert (found.details or {})["stuck"] == 1


def test_a_worker_that_was_lost_is_noted(board: Board, clock: FixedClock) -> None:
    """Its lease is long over."""
    told(board, "work.created", kind="reflect")
    expires = clock.now + HOUR
    told(board, "work.claimed", worker="w1", attempt=1, lease_expires_at=expires)
    assert work(board, clock).level == "good"
    clock.advance(3 * HOUR)
    assert "a worker ended before it was done" in work(board, clock).found


def test_the_last_of_each_kind_is_found(board: Board, clock: FixedClock) -> None:
    """Among others, before and after."""

    def message(number: int) -> NewEvent:
        payload = {"session": "s", "role": "user", "text": f"word {number}"}
        return NewEvent("message.recorded", "session:s", payload)

    note = NewEvent("note.taken", "notes", {"text": "x"})
    *_, activity = queue.look(board, clock.now)
    assert "no message yet" in activity.found
    for before in range(4):
        board.append([message(before), *[note] * before])
        clock.advance(HOUR)
    board.append([note] * 5)
    *_, activity = queue.look(board, clock.now + HOUR)
    assert "last message 2 hours ago" in activity.found
    assert "no reflection yet" in activity.found


def test_erased_text_that_may_still_be_in_the_file_is_bad(board: Board, tmp_path: Path) -> None:
    """Until an interrupted `forget` is finished."""
    (note,) = board.append([NewEvent("note.taken", "notes", {"text": "private"})])
    path = tmp_path / "board.db"
    connection_of(board).execute("PRAGMA busy_timeout = 50")
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM events").fetchall()
        with pytest.raises(BoardBusy, match="run the same command again"):
            board.forget(note.id, reason="r")
    levels = {each.what: each.level for each in ground.look(board, path)}
    assert levels["file"] == "bad"
    board.forget(note.id, reason="r")
    levels = {each.what: each.level for each in ground.look(board, path)}
    assert levels["file"] == "good"


def test_messages_are_told_by_their_own_times(board: Board, clock: FixedClock) -> None:
    """A transcript of last year that was imported a minute ago is a year old, in any order."""
    for days in (300, 365):
        message = {"session": f"s{days}", "role": "user", "text": "word"}
        at = clock.now - days * 24 * HOUR
        board.append([NewEvent("message.recorded", f"session:s{days}", message, occurred_at=at)])
    board.catch_up()
    *_, activity = queue.look(board, clock.now)
    assert "last message 300 days ago" in activity.found
