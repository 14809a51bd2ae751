"""What a colleague shares arrives while one works: hooks start the exchange, apart from them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from blackboard.board import Board
from blackboard.file_lock import FileLock
from blackboard.plugins import contents
from lessonboard import exchanges
from lessonboard.hooks import background, exchange_due
from lessonboard.hooks.exchange_due import EXCHANGE_EVERY, exchange_mark, start_if_due
from tests.parts.team.cli.machines import PROJECT, PROMPT, Machine, machine
from tests.parts.team.cli.test_team import learn
from tests.waiting import eventually

LESSON = "lesson-seed@anna"


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Machine, Machine]:
    """Two people who exchanged once through a folder."""
    anna, bo = machine(tmp_path, "anna"), machine(tmp_path, "bo")
    for each in (anna, bo):
        place = str(tmp_path / "shared")
        each.ok("team", "join", place, "--name", each.home.name, "--all-projects")
        each.ok("team", "sync", "--yes")
        _repository(each)
    return anna, bo


def _board(person: Machine) -> Path:
    (found,) = person.home.rglob("board.db")
    return found


def _let_pass(person: Machine) -> None:
    """As if the interval were over since the last exchange."""
    mark = Path(exchange_mark(str(_board(person))))
    at = mark.stat().st_mtime - EXCHANGE_EVERY
    os.utime(mark, (at, at))


def _repository(person: Machine) -> None:
    """Have a clone of the project as home."""
    git = person.home / ".git"
    (git / "objects").mkdir(parents=True)
    (git / "refs").mkdir()
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    (git / "config").write_text(f'[remote "origin"]\n\turl = https://{PROJECT}.git\n')


def _prompt(person: Machine, words: str) -> str:
    told = {"session_id": "s1", "hook_event_name": "UserPromptSubmit", "cwd": str(person.home),
            "prompt": words, "transcript_path": ""}  # fmt: skip
    return person.ok("hook", "claude-code", stdin=json.dumps(told))


def _knows(person: Machine) -> bool:
    """Whether the lesson came; who only reads folds for himself what no worker folded yet."""
    with Board.open(_board(person), read_only=True) as board:
        return bool(board.view("lessons", where={"id": LESSON}))


def _has_ended(person: Machine) -> bool:
    """Whether no exchange is under way; its last act is to fold what came, as hooks need it."""
    lock = FileLock(f"{exchange_mark(str(_board(person)))}.lock")
    try:
        return lock.try_acquire()
    finally:
        lock.close()


def test_a_colleagues_lesson_arrives_within_the_interval(pair: tuple[Machine, Machine]) -> None:
    """A decision is sent immediately, a prompt has it imported, and the next one is shown it."""
    anna, bo = pair
    learn(anna)
    bo.ok("team", "trust", "anna")
    _prompt(bo, "hello")
    assert not _knows(bo)
    folder = anna.home.parent / "shared"
    assert eventually(lambda: b"make seed" in b"".join(
        each.read_bytes() for each in folder.glob("anna.*.jsonl")
    ))  # fmt: skip
    _let_pass(bo)
    _prompt(bo, "hello")
    assert eventually(lambda: _knows(bo))
    assert eventually(lambda: _has_ended(bo))
    assert "anna says: " in _prompt(bo, PROMPT)


def test_what_went_wrong_is_named_by_doctor_and_ends_when_it_works(
    pair: tuple[Machine, Machine],
) -> None:
    """The folder is away for one exchange."""
    anna, _ = pair
    folder = anna.home.parent / "shared"
    away = folder.rename(folder.with_name("away"))
    anna.ok("admin", "worker", "--exchange")
    said = anna.run("doctor").out
    assert f"nothing was exchanged with the team at {folder}" in said
    away.rename(folder)
    anna.ok("admin", "worker", "--exchange")
    assert "nothing was exchanged" not in anna.run("doctor").out


def test_one_process_exchanges_at_a_time(pair: tuple[Machine, Machine]) -> None:
    """Another one leaves it to the first; who left all teams has no file by which hooks ask."""
    anna, _ = pair
    path = _board(anna)
    lock = FileLock(f"{exchange_mark(str(path))}.lock")
    assert lock.try_acquire()
    with Board.open(path) as board:
        assert not exchanges.exchange_on(board, path)
        lock.close()
        assert exchanges.exchange_on(board, path)
    assert Path(exchange_mark(str(path))).stat().st_mode & 0o777 == 0o600
    anna.ok("team", "join", "--undo")
    anna.ok("admin", "worker", "--exchange")
    assert not Path(exchange_mark(str(path))).exists()


def _sweep_with(monkeypatch: pytest.MonkeyPatch, sweep: Callable[[Board], None]) -> None:
    monkeypatch.setattr(contents, "part", lambda _: [sweep])


def test_who_is_trusted_while_nobody_is_found_is_exchanged_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file by which hooks ask stays; without anybody it goes."""
    path = tmp_path / "board.db"
    mark = Path(exchange_mark(str(path)))
    exchanges.begin(path)
    os.utime(mark, (1, 1))
    with Board.open(path) as board:
        _sweep_with(monkeypatch, lambda _: exchanges.begin(path))
        exchanges.exchange_on(board, path)
        assert mark.exists()
        _sweep_with(monkeypatch, lambda _: None)
        exchanges.exchange_on(board, path)
    assert not mark.exists()


def test_a_hook_starts_nothing_where_the_exchange_just_found_no_team(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file goes between its two looks at it."""
    board = str(tmp_path / "board.db")
    exchanges.begin(Path(board))
    mark = Path(exchange_mark(board))

    def late() -> float:
        mark.unlink()
        return 1e10

    monkeypatch.setattr(exchange_due, "time", SimpleNamespace(time=late))
    monkeypatch.setattr(background, "start_apart", lambda *_: pytest.fail("it was started"))
    start_if_due(board)
