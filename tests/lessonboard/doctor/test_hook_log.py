"""What hooks left behind: errors and events that wait."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lessonboard.doctor import hook_log
from lessonboard.hooks.failures import failures_path, lost_path, note
from tests.long_runs import rounds

NOW = 1_700_000_000_000_000
HOUR = 3_600_000_000


def error(hours: float, text: str = "board is locked", event: str = "Stop") -> str:
    """An error so many hours ago."""
    at = NOW - int(hours * HOUR)
    return json.dumps({"at": at, "agent": "claude", "event": event, "error": text, "ms": 12}) + "\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Where hooks write their errors."""
    return tmp_path / "board.db.hook-errors.jsonl"


def test_no_error_is_good(tmp_path: Path, log: Path) -> None:
    """Also when there are only old ones."""
    assert hook_log.errors(tmp_path / "board.db", NOW).level == "good"
    log.write_text(error(24 * 8))
    assert hook_log.errors(tmp_path / "board.db", NOW).level == "good"


def test_equal_errors_are_one_group(tmp_path: Path, log: Path) -> None:
    """With how many and when the last was; junk and torn lines are passed over."""
    log.write_text("junk\n[1]\n" + error(30) + error(2) + error(3, "No space left") + '{"at": 17')
    found = hook_log.errors(tmp_path / "board.db", NOW)
    assert found.level == "note"
    assert "3 in the last 7 days, 2 in the last day" in found.found
    assert "(2 times, last 2 hours ago)" in found.found
    assert found.details is not None
    assert [each["count"] for each in found.details["errors"]] == [2, 1]


def test_many_in_a_day_are_bad(tmp_path: Path, log: Path) -> None:
    """More than twenty in the last day are bad; last week's are a note."""
    log.write_text(error(1) * 20)
    assert hook_log.errors(tmp_path / "board.db", NOW).level == "note"
    log.write_text(error(1) * 21)
    assert hook_log.errors(tmp_path / "board.db", NOW).level == "bad"
    log.write_text(error(50) * 100)
    assert hook_log.errors(tmp_path / "board.db", NOW).level == "note"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("database is locked", "busy"),
        ("[Errno 28] No space left on device", "room"),
        ("board has format 9, this program knows 4: newer", "older lessonboard"),
        ("[Errno 13] Permission denied", "permissions"),
        ("No module named x", "init"),
        ("database disk image is malformed", "verify"),
    ],
)
def test_advice_is_by_kind(tmp_path: Path, log: Path, text: str, word: str) -> None:
    """The advice follows from the error's words."""
    log.write_text(error(1, text))
    assert word in hook_log.errors(tmp_path / "board.db", NOW).advice


def test_only_the_end_of_a_long_log_is_read(tmp_path: Path, log: Path) -> None:
    """Should a hook ever fail to keep it short."""
    log.write_text("x" * (1 << 20) + "\n" + error(1))
    assert hook_log.errors(tmp_path / "board.db", NOW).level == "note"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=rounds(10, 50))
@given(
    st.binary(max_size=60),
    st.none() | st.integers() | st.floats() | st.text(max_size=5) | st.lists(st.integers()),
)
def test_no_record_stops_the_reading(tmp_path: Path, log: Path, junk: bytes, odd: object) -> None:
    """Junk and values of any type do not hide valid records."""
    records = [{"at": odd, "agent": odd}, {"at": NOW, "agent": odd, "error": odd, "ms": odd}]
    lines = [json.dumps(record).encode() for record in records]
    log.write_bytes(b"\n".join([junk, *lines, error(1).encode()]))
    found = hook_log.errors(tmp_path / "board.db", NOW)
    assert found.level == "note"


def test_waiting_events_are_noted_after_a_day(tmp_path: Path) -> None:
    """By the time of the first event, or else of the file."""
    spill = tmp_path / "board.db.spill.jsonl"
    look = hook_log.outbox
    assert look(tmp_path / "board.db", NOW).level == "good"
    spill.write_text("")
    assert look(tmp_path / "board.db", NOW).level == "good"
    spill.write_text(json.dumps({"at": NOW - HOUR}) + "\n" + '{"torn')
    found = look(tmp_path / "board.db", NOW)
    assert (found.level, found.details and found.details["events"]) == ("good", 2)
    spill.write_text(json.dumps({"at": NOW - 25 * HOUR}) + "\n")
    assert look(tmp_path / "board.db", NOW).level == "note"
    spill.write_text("junk\n")
    os.utime(spill, (1_600_000_000, 1_600_000_000))
    assert "import" in look(tmp_path / "board.db", NOW).advice


def test_what_found_no_room_is_told_for_a_week(tmp_path: Path) -> None:
    """By a file that has a size and no content."""
    board = tmp_path / "board.db"
    path = Path(lost_path(str(board)))
    assert hook_log.losses(board, NOW).level == "good"
    path.touch()
    os.truncate(path, 3)
    os.utime(path, ns=(0, (NOW - 2 * HOUR) * 1000))
    found = hook_log.losses(board, NOW)
    assert (found.level, found.details) == ("bad", {"calls": 3})
    assert found.found.startswith("3 calls of hooks could not be recorded")
    assert hook_log.losses(board, NOW + 8 * 24 * HOUR).level == "good"


def test_a_loss_of_long_ago_is_counted_no_more(tmp_path: Path) -> None:
    """The count begins anew a week after the last one."""
    board = str(tmp_path / "board.db")
    path = Path(lost_path(board))
    Path(failures_path(board)).mkdir()
    for expected in (1, 2):
        note(board, "codex", "Stop", "no room", 1)
        assert path.stat().st_size == expected
    os.utime(path, (0, 0))
    note(board, "codex", "Stop", "no room", 1)
    assert path.stat().st_size == 1
    assert path.stat().st_mode & 0o777 == 0o600
