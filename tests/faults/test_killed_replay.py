"""That a rebuild of views that is killed leaves the old ones, and the next one succeeds."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.views import VIEWS
from blackboard.views.view import Row
from tests.faults.children import go, kill_after, let_go, start
from tests.long_runs import rounds

_REPLAY = """
from blackboard.board import Board
with Board.open(sys.argv[1]) as board:
    ready()
    print("begun", flush=True)
    board.replay(sys.argv[2] or None, lambda at: print(at, flush=True))
"""
_FIRST_VIEW = """
from blackboard.board import Board
with Board.open(sys.argv[1]) as board:
    ready()
    print(len(board.view("insights")))
"""
_EVENTS = rounds(6_000, 20_500)
_OTHER_KILLS = ((None, 2), (None, 3), ("insights", 1), ("insights", 2))


def insight(number: int) -> NewEvent:
    """One of many insights."""
    name = str(number % 10_000)
    curated = {"insight": name, "statement": f"statement {number}", "category": "testing",
               "confidence": 0.5}  # fmt: skip
    return NewEvent("insight.curated", f"insight:{name}", curated)


@pytest.fixture(scope="module")
def unfolded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed board with more events than are folded at once, and no views yet."""
    path = tmp_path_factory.mktemp("unfolded") / "board.db"
    with Board.open(path) as board:
        for begin in range(0, _EVENTS, 5000):
            numbers = range(begin, min(begin + 5000, _EVENTS))
            board.log.append([insight(number) for number in numbers])
    return path


@pytest.fixture(scope="module")
def folded(unfolded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with its views."""
    path = copy(unfolded, tmp_path_factory.mktemp("folded"))
    with Board.open(path) as board:
        board.catch_up()
    return path


@pytest.fixture
def path(folded: Path, tmp_path: Path) -> Path:
    """A copy of that board, to be harmed."""
    return copy(folded, tmp_path)


def copy(path: Path, folder: Path) -> Path:
    """A closed board in another folder."""
    (folder / path.name).write_bytes(path.read_bytes())
    return folder / path.name


def rows(board: Board) -> dict[str, list[Row]]:
    """All views."""
    return {view.name: board.view(view.name, order=view.key) for view in VIEWS}


def tables(path: Path) -> Iterator[str]:
    """The names of all tables in a file."""
    with closing(sqlite3.connect(path)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            yield name


@pytest.mark.parametrize(
    ("view", "lines"),
    [
        (None, 1),
        ("insights", 3),
        *(pytest.param(*each, marks=pytest.mark.full) for each in _OTHER_KILLS),
    ],
)
def test_a_killed_replay_leaves_the_old_views(path: Path, view: str | None, lines: int) -> None:
    """Old views are served after the kill, and the next replay ends the same and cleans up."""
    with Board.open(path) as board:
        before, kept = rows(board), sorted(tables(path))
    child = start(_REPLAY, path, view or "")
    let_go(child)
    kill_after(child, lines)
    with Board.open(path, read_only=True) as reader:
        assert reader.lag() == 0
        assert rows(reader) == before
    with Board.open(path) as board:
        assert board.replay(view) == _EVENTS
        assert rows(board) == before
    assert sorted(tables(path)) == kept


def test_the_first_views_may_be_wanted_by_many_at_once(unfolded: Path, tmp_path: Path) -> None:
    """Processes that read views nobody has folded yet all get the whole answer."""
    path = copy(unfolded, tmp_path)
    children = [start(_FIRST_VIEW, path) for _ in range(4)]
    assert go(*children) == [(f"{min(_EVENTS, 10_000)}\n", "")] * 4


def test_views_are_read_while_another_process_rebuilds_them(path: Path) -> None:
    """Readers and writers go on during a replay, each with a whole view before them."""
    with Board.open(path) as board:
        before = len(board.view("insights"))
        child = start(_REPLAY, path, "")
        let_go(child)
        for number in range(5):
            board.append([insight(100_000 + number)])
            assert len(board.view("insights")) == before
        kill_after(child, 1)
