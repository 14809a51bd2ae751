"""Transcripts whose end no hook told of are taken in, once, and none keeps the others waiting."""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.file_lock import FileLock
from blackboard.transcript_files import Stamp
from lessonboard.bootstrap import App
from lessonboard.discovery import Transcript
from lessonboard.doctor import behind as doctor
from lessonboard.hooks.background import SWEEP_LOCK
from lessonboard.sweep import Swept, behind, sweep

_SAMPLES = Path(__file__).parents[2] / "examples" / "sessions" / "claude-code"
_SECOND = 1_000_000_000
_MANY = 40_000
"""Lines of a transcript that takes several transactions to read."""


def never() -> bool:
    """A worker that is not to stop."""
    return False


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own, with a folder of transcripts of Claude Code."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "LESSONBOARD_OFF"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / ".claude" / "projects" / "x"
    folder.mkdir(parents=True)
    return folder


@pytest.fixture
def app(tmp_path: Path, home: Path) -> App:
    """A board that began an hour ago."""
    made = App(str(tmp_path / "board.db"))
    hour_ago = time.time_ns() // 1000 - 3_600_000_000
    with Board.open(tmp_path / "board.db", clock=lambda: hour_ago) as board:
        board.append([NewEvent("turn.ended", "session:old", {"session": "old"})])
    return made


def sample(home: Path) -> Path:
    """A real session, as if it had been killed a moment ago."""
    [path] = _SAMPLES.rglob("60370d31*.jsonl")
    copy = home / path.name
    shutil.copyfile(path, copy)
    return copy


def long_session(home: Path, name: str, lines: int) -> Path:
    """A session of so many prompts."""
    path = home / f"{name}.jsonl"
    with path.open("w") as file:
        for number in range(lines):
            record = {"type": "user", "sessionId": name, "uuid": f"{name}-{number}", "cwd": "/w",
                      "timestamp": "2026-11-21T10:00:00.000Z",
                      "message": {"role": "user", "content": f"Prompt {number}"}}  # fmt: skip
            file.write(f"{json.dumps(record)}\n")
    return path


def swept(app: App) -> Swept:
    """What a sweep does now."""
    with app.open() as board:
        return sweep(app, board, never)


def test_a_killed_session_is_taken_in_once(app: App, home: Path) -> None:
    """Its look is queued as its end would have; the next sweep finds nothing."""
    path = sample(home)
    assert swept(app).events > 0
    assert swept(app) == Swept(0, 0, complete=True)
    with app.open() as board:
        assert board.row("sessions", path.stem)["tool_uses"] > 0
        [item] = board.view("work")
        assert item["input"] == {"session": path.stem, "transcript": str(path)}


def test_what_was_read_at_a_sessions_end_is_not_read_again(app: App, home: Path) -> None:
    """Nor is it queued: both ways remember a file in the same place."""
    from blackboard.importer import import_files

    path = sample(home)
    with app.open() as board:
        import_files(board, [path])
    assert swept(app) == Swept(0, 0, complete=True)
    with path.open("a") as file:
        line = {"type": "user", "sessionId": path.stem, "uuid": "new",
                "message": {"role": "user", "content": "And now?"}}  # fmt: skip
        file.write(f"{json.dumps(line)}\n")
    assert swept(app).events == 1


def test_the_past_is_left_to_import(app: App, home: Path) -> None:
    """Sessions from before the board are a person's to take in."""
    path = sample(home)
    os.utime(path, (1_000_000_000, 1_000_000_000))
    assert swept(app) == Swept(0, 0, complete=True)


def test_what_is_left_out_is_looked_at_once(app: App, home: Path) -> None:
    """Where lessonboard is off nothing is read, nor is it behind afterwards."""
    path = sample(home)
    with app.open() as board:
        board.append([NewEvent("capture.disabled", f"capture:session:{path.stem}",
                               {"session": path.stem, "reason": "r"}, actor="human")])  # fmt: skip
    os.utime(path, ns=(time.time_ns() - 60 * _SECOND,) * 2)
    assert swept(app) == Swept(1, 0, complete=True)
    assert swept(app) == Swept(0, 0, complete=True)


def test_a_sweep_that_is_stopped_goes_on_where_it_was(app: App, home: Path) -> None:
    """Within a file: what was read is kept, nothing is there twice, and the rest comes later."""
    long_session(home, "long", _MANY)
    asked = iter(range(_MANY))
    with app.open() as board:
        assert not sweep(app, board, lambda: next(asked) > _MANY // 2).complete
        first = board.log.head()
        assert 500 <= first < _MANY
        assert sweep(app, board, never).complete
        assert board.row("sessions", "long")["user_messages"] == _MANY
        assert sum(1 for _ in board.read(types=["message.recorded"])) == _MANY


def test_a_broken_file_keeps_no_other_waiting(app: App, home: Path) -> None:
    """Such as one that is no transcript, or that nobody may read."""
    (home / "a.jsonl").write_bytes(b"\0\0\0")
    (home / "b.jsonl").write_text("[[[[")
    os.mkfifo(home / "c.jsonl")
    sample(home)
    done = swept(app)
    assert done.complete
    assert done.events > 0


def test_one_at_a_time(app: App, home: Path) -> None:
    """While another process sweeps there is nothing to do."""
    sample(home)
    lock = FileLock(f"{app.path}{SWEEP_LOCK}")
    assert lock.try_acquire()
    assert swept(app) == Swept()
    lock.close()
    assert swept(app).complete


def test_doctor_says_what_is_behind(app: App, home: Path) -> None:
    """How many, how much, since when; and that it is well after a sweep."""
    os.utime(sample(home), ns=(time.time_ns() - 1_800 * _SECOND,) * 2)
    later = time.time_ns() // 1000 + 7_260_000_000
    with app.open() as board:
        [before] = doctor.look(app, board, later)
        assert sweep(app, board, never).complete
        [after] = doctor.look(app, board, later)
    assert (before.level, after.level) == ("note", "good")
    assert before.found.startswith("1 transcript changed since the board read them")
    assert "the first 2 hours ago; no worker looked yet" in before.found
    assert after.found == "no transcript changed since it was read; the worker looked 2 hours ago"


stamped = st.builds(Stamp, st.integers(-1, 3), st.integers(0, 3).map(lambda each: each * _SECOND))
found = st.builds(
    Transcript, st.just("codex"), st.sampled_from("abcdef"),
    st.sampled_from((1, 2, 40 << 20)), st.integers(0, 9).map(lambda each: each * _SECOND),
)  # fmt: skip


@given(st.lists(found, unique_by=lambda file: file.path),
       st.dictionaries(st.sampled_from("abcdef"), stamped))  # fmt: skip
def test_what_is_read_is_not_behind(files: list[Transcript], known: dict[str, Stamp]) -> None:
    """Each changed file once, large ones last; once all are read, and time went on, none."""
    due = behind(files, known, 5_000_000)
    assert len({file.path for file in due}) == len(due)
    assert [file.size > 32 << 20 for file in due] == sorted(file.size > 32 << 20 for file in due)
    for file in files:
        if file.path in known:
            is_new = known[file.path] != (file.size, file.modified_ns)
        else:
            is_new = file.modified_ns >= 3 * _SECOND
        assert (file in due) == is_new
    read = known | {file.path: Stamp(file.size, file.modified_ns) for file in due}
    assert behind(files, read, 60_000_000) == []
