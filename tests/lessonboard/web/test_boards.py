"""The boards that a site holds open: few of them, closed in time, and nobody waits for nobody."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.web import page
from lessonboard.web.boards import Boards
from tests.lessonboard.web.visitor import Visitor


@pytest.fixture
def open_boards(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """The boards that are open, counted."""
    found: set[int] = set()
    as_of, close = Board.as_of, Board.close

    def opened(board: Board, moment: int | str) -> Board:
        past = as_of(board, moment)
        found.add(id(past))
        return past

    def closed(board: Board) -> None:
        found.discard(id(board))
        close(board)

    monkeypatch.setattr(Board, "as_of", opened)
    monkeypatch.setattr(Board, "close", closed)
    return found


@pytest.fixture
def boards(sample: Path) -> Iterator[Boards]:
    """Those of one board."""
    found = Boards(App(str(sample)))
    yield found
    found.close()


def test_a_moment_that_nobody_looks_at_is_closed_although_others_look(
    boards: Boards, open_boards: set[int]
) -> None:
    """Somebody always looks: a page that waits for news has the present open all the time."""
    with boards.present():
        for moment in range(1, 12):
            with boards.past(moment) as past:
                assert past.log.head() == moment
                assert len(open_boards) <= 4
    assert len(open_boards) == 3


def test_a_moment_that_is_looked_at_stays_open_when_others_take_its_place(
    boards: Boards, open_boards: set[int]
) -> None:
    """As where it is compared with others."""
    with boards.past(5) as first:
        for moment in range(6, 12):
            with boards.past(moment):
                pass
        assert first.log.head() == 5
        assert len(open_boards) == 4
    assert len(open_boards) == 3


def test_moments_asked_for_by_many_at_once_stay_few(boards: Boards, open_boards: set[int]) -> None:
    """One is folded after the other, and none is left open."""

    def look(first: int) -> None:
        for moment in range(first, 60, 8):
            with boards.past(moment):
                pass

    threads = [threading.Thread(target=look, args=(n,)) for n in range(1, 9)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(open_boards) == 3


def test_a_field_of_any_name_in_an_address_is_left_alone(visitor: Visitor) -> None:
    """Also one that is called as what our own functions call theirs."""
    for name in ("path", "self", "query", "moment", "as_of"):
        assert visitor.get(f"/lessons?{name}=x").status_code == 200


def test_a_fault_of_ours_is_answered_as_strictly_as_all(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the policy, and not kept by the browser."""

    def broken(_page: page.Page, _asked: Any) -> Any:
        raise ZeroDivisionError("<b>")

    monkeypatch.setattr(page.Page, "answered", broken)
    answer = visitor.get("/lessons")
    assert answer.status_code == 500
    assert "&lt;b&gt;; this is a fault of lessonboard" in answer.text
    assert answer.headers["content-security-policy"].startswith("default-src 'none'")
    assert answer.headers["cache-control"] == "no-store"
