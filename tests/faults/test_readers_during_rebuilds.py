"""Whoever reads while views are rebuilt gets an answer of before or after, and no error."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from blackboard.board import Board
from blackboard.delivery.situation import Situation
from blackboard.storage.sqlite import passage_sources
from tests.blackboard.lessons import lesson
from tests.faults.children import Child, outcome, start
from tests.long_runs import rounds

_LESSONS = 200
_COMBING = Situation(prompt="Please sharpen the quokka comb before you set the sails.")
_REBUILD = """
import threading
from blackboard.board import Board
over = threading.Event()
with Board.open(sys.argv[1]) as board:
    threading.Thread(target=lambda: (sys.stdin.read(), over.set()), daemon=True).start()
    print("ready", flush=True)
    while not over.is_set():
        board.replay()
        board.replay("lessons")
"""


def ask_in_sql(board: Board) -> int:
    """A question in SQL, of another program."""
    with closing(sqlite3.connect(f"file:{board.path}?mode=ro", uri=True)) as other:
        return int(other.execute("SELECT COUNT(*) FROM lessons").fetchone()[0])


def as_of(board: Board) -> int:
    """The board as it was."""
    with board.as_of(_LESSONS) as before:
        return len(before.view("lessons"))


_COMBING = Situation(prompt="Please sharpen the quokka comb before you set the sails.")

READS: dict[str, tuple[Callable[[Board], int], int]] = {
    "view": (lambda board: len(board.view("lessons")), _LESSONS),
    "row": (lambda board: len([board.row("lessons", "l7")]), 1),
    "search": (lambda board: len(board.search("linter", limit=30)), 30),
    "similar": (lambda board: len(board.similar("Always run linter 7 first.")) and 1, 1),
    "context": (lambda board: len(board.context(_COMBING).items), 1),
    "recall": (lambda board: len(board.recall("linter", limit=30)), 30),
    "sql": (ask_in_sql, _LESSONS),
    "as of": (as_of, _LESSONS),
    "lag": (lambda board: board.lag() or 0, 0),
}


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A board with lessons, whose views and passages are folded."""
    path = tmp_path_factory.mktemp("rebuilt") / "board.db"
    with Board.open(path) as board:
        board.append([lesson(f"l{n}", f"Always run linter {n} first.") for n in range(1, _LESSONS)])
        board.append([lesson("comb", "Always sharpen the quokka comb before you set the sails.")])
        board.recall("linter")
    return path


@contextmanager
def rebuilding(path: Path) -> Iterator[Child]:
    """Another process rebuilds all views again and again."""
    child = start(_REBUILD, path)
    assert child.stdout is not None
    child.stdout.readline()
    try:
        yield child
    finally:
        assert outcome(child)[1] == ""


@pytest.mark.parametrize("read_only", [False, True])
def test_reading_while_another_process_rebuilds(path: Path, read_only: bool) -> None:
    """Every way of reading, from a board that is open and from one that is opened meanwhile."""
    with rebuilding(path), Board.open(path, read_only=read_only) as board:
        for _ in range(rounds(2, 6)):
            for name, (read, expected) in READS.items():
                assert (name, read(board)) == (name, expected)
            with Board.open(path, read_only=read_only) as fresh:
                assert len(fresh.view("lessons")) == _LESSONS


def test_reading_while_another_thread_rebuilds(path: Path) -> None:
    """Threads that share a board do not see the half of a rebuild, nor do they make it fail."""
    over, errors = threading.Event(), list[BaseException]()

    def rebuild() -> None:
        try:
            while not over.is_set():
                board.replay()
        except BaseException as error:
            errors.append(error)

    with Board.open(path) as board:
        thread = threading.Thread(target=rebuild)
        thread.start()
        try:
            for _ in range(rounds(2, 6)):
                for name, (read, expected) in READS.items():
                    assert (name, read(board)) == (name, expected)
        finally:
            over.set()
            thread.join()
    assert errors == []


def test_passages_that_are_dropped_meanwhile(path: Path) -> None:
    """A search whose index another process drops makes it anew, or searches without it."""
    with Board.open(path) as board, Board.open(path) as other:
        catch_up = passage_sources.catch_up
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(passage_sources, "catch_up",
                            lambda *given: (catch_up(*given), other.replay()))  # fmt: skip
            assert len(board.recall("linter", limit=30)) == 30
        patched.undo()
        assert len(board.recall("linter", limit=30)) == 30


def test_no_reader_waits_for_the_end_of_a_backlog(path: Path) -> None:
    """`tail` asks after each event if it is to end."""
    with Board.open(path) as board:
        taken: list[int] = []
        for event in board.tail(0, until=lambda: len(taken) == 3):
            taken.append(event.position)
        assert taken == [1, 2, 3]
