"""Rows of a view that a program brings along are found by their text, within the scope."""

from __future__ import annotations

import pytest

from blackboard import Board, Document, NewEvent, Row, Scope, View, columns
from blackboard.errors import UnknownView
from blackboard.event import Event


def _row(_row: Row | None, event: Event) -> Row:
    return {**(event.payload or {}), "at": event.occurred_at}


NOTES = View(
    name="notes",
    version=1,
    columns={"id": columns.TEXT, "text": columns.TEXT, "project": columns.TEXT,
             "at": columns.TIME},
    reduce={"note.taken": _row},
    keys=lambda event: [(event.payload or {})["id"]],
    document=lambda row: Document(row["project"], row["text"], "", ""),
)  # fmt: skip


@pytest.fixture
def board() -> Board:
    """Two notes of two projects, an hour apart."""
    board = Board.open(":memory:", views=[NOTES])
    board.append([
        NewEvent("note.taken", "n", {"id": id_, "text": text, "project": project}, occurred_at=at)
        for id_, text, project, at in (("a", "zebra crossing", "kite", 10_000_000),
                                       ("b", "zebra stripes", "sail", 20_000_000))
    ])  # fmt: skip
    return board


def _ids(board: Board, text: str, scope: Scope | None = None) -> list[str]:
    return [found.id for found in board.recall(text, scope or Scope())]


def test_the_best_fit_comes_first(board: Board) -> None:
    """What holds all of a query before what holds a part of it; other words find nothing."""
    assert _ids(board, "zebra crossing") == ["a", "b"]
    (found,) = board.recall("crossing")
    assert (found.kind, found.title, found.project, found.at) == (
        "note", "zebra crossing", "kite", 10_000_000,
    )  # fmt: skip
    assert _ids(board, "quokka") == []


def test_what_is_excluded_is_not_found(board: Board) -> None:
    """As among what was said."""
    assert _ids(board, "zebra -stripes") == ["a"]


@pytest.mark.parametrize(
    ("scope", "ids"),
    [
        (Scope(projects=["sail"]), ["b"]),
        (Scope(since=20_000_000), ["b"]),
        (Scope(until=10_000_000), ["a"]),
        (Scope(agent="codex"), []),
        (Scope(kinds=["lessons"]), []),
    ],
)
def test_the_scope_holds_for_them(board: Board, scope: Scope, ids: list[str]) -> None:
    """By the project of the document, and by the view's last time."""
    assert _ids(board, "zebra", scope) == ids


def test_they_have_no_index_of_their_own(board: Board) -> None:
    """`Board.search` says so, as of a view without text."""
    with pytest.raises(UnknownView, match="they have no index"):
        board.search("zebra", view="notes")
