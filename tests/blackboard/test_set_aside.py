"""That no event stops a board: what a view cannot fold is left out of it, and named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from blackboard import views
from blackboard.board import Board
from blackboard.errors import DamagedBoard
from blackboard.event import Event, NewEvent
from blackboard.storage.sqlite import projections, replay
from blackboard.views import VIEWS
from blackboard.views.lessons import LESSONS
from blackboard.views.ties import TIES
from blackboard.views.view import Row, View
from tests.blackboard.lessons import lesson
from tests.inside import connection_of

_RELATIVE = NewEvent(
    "repository.observed",
    "repository:app",
    {"root": "app", "git_folder": "app/.git", "first_commit": "a" * 40},
)


def _board(path: Path) -> Board:
    return Board.open(path / "board.db")


def _mended(monkeypatch: pytest.MonkeyPatch, view: View, by: View) -> None:
    changed = tuple(by if each is view else each for each in VIEWS)
    for module in (views, projections, replay):
        if hasattr(module, "VIEWS"):
            monkeypatch.setattr(module, "VIEWS", changed)


def test_a_repository_at_a_relative_path_stops_nobody(tmp_path: Path) -> None:
    """The event of issue 30: any writer may append it, and every command goes on without it."""
    with _board(tmp_path) as board:
        [broken] = board.append([_RELATIVE])
        board.append([lesson("l1", "pytest needs uv")])
        assert [row["id"] for row in board.view("lessons")] == ["l1"]
        assert [(each.event, each.view) for each in board.set_aside()] == [(broken.id, "ties")]
        assert board.forget(broken.id, reason="broken") == [broken.id]
        assert board.set_aside() == []


def test_an_event_that_is_not_one_of_its_type_is_left_out_of_every_view(tmp_path: Path) -> None:
    """Its payload reads as one that was forgotten."""
    with _board(tmp_path) as board:
        board.append([lesson("l1", "pytest needs uv")])
        [broken] = board.log.append([NewEvent("lesson.created", "lesson:l2", {"lesson": ["l2"]})])
        assert [row["id"] for row in board.view("lessons")] == ["l1"]
        assert {each.event for each in board.set_aside()} == {broken.id}
        assert board.log.get(broken.id).payload is None


def test_a_row_that_cannot_be_written_is_found_among_its_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reducer's value that SQLite does not take costs that event alone."""

    def approve(row: Row | None, event: Event) -> Row | None:
        is_bad = (event.payload or {}).get("lesson") == _BAD["lesson"]
        return {**(row or {}), "status": {"no": "text"}} if is_bad else row

    bad = replace(LESSONS, reduce={**LESSONS.reduce, "lesson.approved": approve})
    _mended(monkeypatch, LESSONS, bad)
    with _board(tmp_path) as board:
        board.append([lesson(f"l{n}", f"rule number {n}") for n in range(9)])
        [broken] = board.append([NewEvent("lesson.approved", "lesson:l3", _BAD)])
        board.append([lesson("last", "the last rule")])
        assert len(board.view("lessons")) == 10
        [found] = [each for each in board.set_aside() if each.view == "lessons"]
        assert (found.event, found.view, found.version) == (broken.id, "lessons", LESSONS.version)
        assert "text" not in found.reason


_BAD: dict[str, Any] = {"lesson": "l3", "by": "human"}


def test_a_risen_version_tries_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The view is made anew then, with all events that it can fold by now."""
    with _board(tmp_path) as board:
        board.append([_RELATIVE])
        assert board.set_aside()
        mended = replace(
            TIES, version=TIES.version + 1,
            reduce={**TIES.reduce, "repository.observed": lambda row, event: row},
        )  # fmt: skip
        _mended(monkeypatch, TIES, mended)
        monkeypatch.setattr(projections, "TIES", mended)
        monkeypatch.setattr(replay, "TIES", mended)
        assert board.set_aside() == []


def test_a_reason_quotes_nothing_of_the_payload(tmp_path: Path) -> None:
    """What is set aside may hold secrets, and its reason outlives it in messages."""
    secret = "hunter2-0123456789"
    payloads: list[dict[str, Any]] = [
        {"root": secret, "git_folder": secret},
        {"root": [secret], secret: secret},
        {"root": {secret: secret}, "git_folder": "/a", "remotes": {secret: [secret]}},
    ]
    with _board(tmp_path) as board:
        board.log.append([_RELATIVE._replace(payload=each) for each in payloads])
        found = board.set_aside()
        assert len(found) == len(payloads)
        assert secret not in repr(found)


def test_a_damaged_event_is_no_event_that_cannot_be_folded(tmp_path: Path) -> None:
    """What is not what was recorded stays an error: nothing of such a file is to be trusted."""
    with _board(tmp_path) as board:
        board.append([_RELATIVE])
        connection = connection_of(board)
        connection.execute("DROP TRIGGER events_are_unchanged")
        connection.execute("UPDATE events SET payload = '{\"root\": 5}'")
        with pytest.raises(DamagedBoard):
            board.view("lessons")


@pytest.mark.parametrize("type_", ["insight.approved", "lesson.approved"])
def test_a_name_that_no_decision_can_name_is_set_aside(tmp_path: Path, type_: str) -> None:
    """Else each command that decides about all of them would end at it."""
    kind = type_.partition(".")[0]
    with _board(tmp_path) as board:
        broken = NewEvent(type_, f"{kind}:a", {kind: "a\nb", "by": "human"}, schema=1)
        [event] = board.log.append([broken])
        board.append([lesson("sound", "a sound rule")])
        assert [row["id"] for row in board.view("lessons")] == ["sound"]
        assert event.id in {each.event for each in board.set_aside()}
