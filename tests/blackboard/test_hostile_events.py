"""That whatever another program appends, views are those of the log without what is broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.views import VIEWS
from tests.blackboard.foreign_writer import Written, append, some_broken, valid
from tests.blackboard.payload_samples import VALID
from tests.blackboard.test_projections import (
    cuts,
    folded,
    histories,
    kept,
    small_windows,
)
from tests.long_runs import rounds

_EACH: int | None = rounds(1, 0) or None

_BROKEN = some_broken(1, 3)


def _set_aside(board: Board) -> list[tuple[str, int, str]]:
    return [(each.view, each.position, each.reason) for each in board.set_aside()]


@settings(max_examples=rounds(2, 60), deadline=None)
@given(histories, st.lists(st.tuples(st.integers(0, 30), st.sampled_from(_BROKEN))), cuts)
def test_broken_events_among_good_ones_are_left_out(
    history: list[NewEvent], broken: list[tuple[int, Written]], cut: int
) -> None:
    """However the log is cut into windows, and when it is folded anew."""
    with small_windows(), Board.open(":memory:") as board:
        for number, event in enumerate(history):
            append(board, [each for at, each in broken if at == number])
            board.append([event])
            if number == cut:
                board.catch_up()
        found, aside = kept(board), _set_aside(board)
        assert _without_names(found) == _without_names(folded(list(board.read())))
        board.replay()
        assert (kept(board), _set_aside(board)) == (found, aside)


def _without_names(rows: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What no project's name is in, which the fold in memory does not know."""
    return {
        view: {key: {**row, "project": None} for key, row in of_view.items()}
        for view, of_view in rows.items() if view != "ties"
    }  # fmt: skip


def test_every_type_may_be_broken_in_every_way(tmp_path: Path) -> None:
    """Good events beside them are folded, and what is set aside is nobody's text."""
    good = [event for type_ in VALID for event in valid(type_)]
    with Board.open(tmp_path / "clean.db") as board:
        append(board, good)
        board.catch_up()
        assert _set_aside(board) == []
        expected = {view.name: set(board.local.views.keys(view)) for view in VIEWS}
    with Board.open(tmp_path / "board.db") as board:
        append(board, good)
        broken = append(board, some_broken(2, _EACH))
        board.catch_up()
        assert board.log.verify().problems == []
        assert board.verify_views() == []
        aside = _set_aside(board)
        assert len(aside) > len(broken) / 4
        missing = {
            view.name: lacking for view in VIEWS if not view.keyed_by_project
            if (lacking := expected[view.name] - set(board.local.views.keys(view)))
        }  # fmt: skip
        assert not missing
        board.replay()
        assert _set_aside(board) == aside


def test_what_is_broken_can_be_forgotten(tmp_path: Path) -> None:
    """In all forms, and nothing of it is left that names it."""
    with Board.open(tmp_path / "board.db") as board:
        append(board, [event for type_ in VALID for event in valid(type_)])
        broken = append(board, some_broken(3, 1)[: rounds(40, 1000)])
        assert board.set_aside()
        board.forget(*broken, reason="broken")
        assert {each.event for each in board.set_aside()}.isdisjoint(broken)
        assert board.verify_views() == []
