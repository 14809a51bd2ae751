"""Views of a board that may only be read: those of the file, folded on by what is new."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings

from blackboard.board import Board
from blackboard.event import Event, NewEvent
from blackboard.events.repository import ProjectMerged
from blackboard.storage.sqlite import copies, folding, view_check
from blackboard.storage.sqlite.windows import events_between
from blackboard.views import VIEWS
from tests.blackboard.lessons import lesson
from tests.blackboard.test_projections import cuts, histories, small_windows
from tests.blackboard.test_view_check import made_ties
from tests.inside import connection_of
from tests.long_runs import rounds

_NOTE = NewEvent("note.taken", "notes", {})


@settings(max_examples=rounds(8, 120), deadline=None)
@given(histories, cuts, made_ties)
def test_a_reader_folds_on_to_what_a_writer_folds(
    history: list[NewEvent], cut: int, ties: list[ProjectMerged]
) -> None:
    """Every row and every entry of the index, also where projects get other names."""
    with TemporaryDirectory() as folder, small_windows(), Board.open(Path(folder) / "b") as board:
        board.append(history[:cut])
        board.catch_up()
        board.append([*history[cut:], _NOTE])
        board.record(*ties, actor="human")
        with Board.open(Path(folder) / "b", read_only=True) as reader:
            reader.catch_up()
            board.catch_up()
            assert list(view_check._differences(connection_of(reader), VIEWS)) == []


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The positions of the events that are folded."""
    found: list[int] = []

    def counting(*given: Any, **named: Any) -> Iterator[Event]:
        for event in events_between(*given, **named):
            found.append(event.position)
            yield event

    monkeypatch.setattr(folding, "events_between", counting)
    return found


def test_a_reader_that_is_one_event_behind_folds_one_event(
    tmp_path: Path, folded: list[int]
) -> None:
    """However long the log is; the file is the same afterwards."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([lesson(f"l{number}", f"Run `make step-{number}`.") for number in range(50)])
        board.view("lessons")
        board.append([lesson("new", "Always sharpen the quokka comb.")])
    before = path.read_bytes()
    folded.clear()
    with Board.open(path, read_only=True) as reader:
        assert len(reader.view("lessons")) == 51
        assert [hit.row["id"] for hit in reader.search("quokka")] == ["new"]
        assert [hit.row["id"] for hit in reader.search("make step-7")][:1] == ["l7"]
        assert reader.similar("Always sharpen the quokka comb.")[0].key == "new"
    assert (folded, path.read_bytes()) == ([51], before)


def test_what_readers_of_the_log_had_reached_is_known_to_a_reader_behind(tmp_path: Path) -> None:
    """The positions that the file remembers are not hidden by its copies."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([lesson("a", "Run `make` first.")])
        board.view("lessons")
        board.remember_reader("miner", 1)
        board.append([_NOTE])
    with Board.open(path, read_only=True) as reader:
        reader.view("lessons")
        assert reader.reader_position("miner") == 1


def test_where_an_index_may_not_be_copied_the_log_is_folded(
    tmp_path: Path, folded: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with an SQLite that protects the tables of an index from everybody."""

    def refused(connection: sqlite3.Connection) -> None:
        copies.create_checkpoints(connection)
        raise sqlite3.OperationalError("table fts_lessons_data may not be modified")

    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([lesson("a", "Run `make` first.")])
        board.view("lessons")
        board.append([lesson("b", "Run `make` last.")])
    folded.clear()
    monkeypatch.setattr(copies, "copy_tables", refused)
    with Board.open(path, read_only=True) as reader:
        assert len(reader.view("lessons")) == 2
    assert folded == [1, 2]
