"""That comparing views with a fold of the log finds nothing where nobody changed them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.errors import BoardBusy
from blackboard.event import NewEvent
from blackboard.events.repository import ProjectMerged, ProjectSplit, RepositoryObserved
from tests.blackboard.sample_board import fill
from tests.blackboard.test_own_views import deployed, open_board
from tests.blackboard.test_projections import cuts, histories, small_windows
from tests.inside import connection_of
from tests.long_runs import rounds

_names = st.sampled_from(["p", "q", "/src/p", ""])
"""Also those of the projects of `histories`, so that rows are renamed, or come apart; or none."""
made_ties = st.lists(
    st.builds(ProjectMerged, project=_names, into=_names)
    | st.builds(ProjectSplit, name=_names, project=_names)
    | st.builds(RepositoryObserved, root=_names, git_folder=st.just("/src/p/.git"),
                remotes=st.dictionaries(st.just("origin"), _names, max_size=1)),
    max_size=3,
)  # fmt: skip


@settings(max_examples=rounds(6, 80), deadline=None)
@given(histories, cuts, made_ties, st.integers(0, 3))
def test_an_untouched_board_is_as_the_log_says(
    history: list[NewEvent], cut: int, ties: list[ProjectMerged], forgotten: int
) -> None:
    """Wherever folding was interrupted, whatever was renamed and forgotten, views lag or not."""
    with TemporaryDirectory() as folder, small_windows(), Board.open(Path(folder) / "b") as board:
        for part in (history[:cut], history[cut:]):
            board.append(part)
            board.catch_up()
            board.record(*ties, actor="human")
            assert board.verify_views() == []
        board.index()
        board.catch_up()
        ids = [event.id for event in board.read()][:forgotten]
        if ids:
            board.forget(*ids, reason="r")
        board.index()
        assert board.verify_views() == []
        board.replay("lessons")
        assert board.verify_views() == []


def test_a_board_that_only_reads_compares_as_well(tmp_path: Path) -> None:
    """It writes nothing, and says the same; what was never folded it cannot look at."""
    path = tmp_path / "board.db"
    with Board.open(path) as board:
        board.append([NewEvent("note.taken", "notes", {})])
    with Board.open(path, read_only=True) as board, pytest.raises(BoardBusy, match="were never"):
        board.verify_views()
    with Board.open(path) as board:
        fill(board)
        board.catch_up()
    with Board.open(path, read_only=True) as board:
        assert board.verify_views() == []
        board.view("lessons")
        assert board.verify_views() == []


def test_edited_rows_of_a_view_of_ones_own_are_found(tmp_path: Path) -> None:
    """As long as the program that knows the view asks."""
    path = tmp_path / "board.db"
    with open_board(path) as board:
        board.append([deployed("web", "1")])
        assert board.view("deploys")
        assert board.verify_views() == []
        connection_of(board).execute("UPDATE view_deploys SET releases = '[]'")
        assert board.verify_views() == [
            "the view deploys: 'web' is not what the log says (releases)"
        ]
    with Board.open(path) as board:
        assert board.verify_views() == []
