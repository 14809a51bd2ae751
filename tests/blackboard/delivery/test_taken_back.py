"""What its author takes back is not shown any more; where that is not sure, he is asked."""

from __future__ import annotations

import pytest

from blackboard import Board
from reflect.curator import decisions
from tests.blackboard.delivery.test_said_once import held, told

NO_TABS = "Never use tabs here."
NO_NPM = "Don't use npm here, use bun."
BACK = [
    (NO_TABS, "You can use tabs here again."), (NO_TABS, "Tabs are fine again."),
    (NO_TABS, "never mind what I said about tabs"), (NO_NPM, "You can use npm here again."),
    ("Never push to main.", "ok, you may push to main from now on"),
    ("Stop adding comments to every line.", "Add comments to every line from now on."),
]  # fmt: skip
NOT_BACK = [
    (NO_TABS, "can we use tabs here?"), (NO_TABS, "You can use tabs for this one."),
    (NO_TABS, "You can use tabs this time."), (NO_TABS, "Use tabs in the Makefile."),
    (NO_NPM, "You can use bun, it is installed."), (NO_NPM, "the log says npm is fine"),
    ("Never push to main.", "You can push the branch."),
]  # fmt: skip


def status_of(board: Board, rule: str) -> list[str]:
    """The status of the lessons with these words."""
    return [row["status"] for row in board.view("lessons", where={"constraint": rule})]


@pytest.mark.parametrize(("wish", "back"), BACK)
def test_taken_back_later_in_the_session_it_is_never_kept(wish: str, back: str) -> None:
    """At any distance."""
    with Board.open(":memory:") as board:
        held(board, "s1", 0, wish, "ok, go on", "now the docs", "and the tests", back)
        assert (status_of(board, wish), wish in told(board)) == ([], False)


@pytest.mark.parametrize(("wish", "back"), BACK)
def test_taken_back_in_another_session_it_is_not_shown_again(wish: str, back: str) -> None:
    """Until he says it once more; and nobody takes back what was said afterwards."""
    with Board.open(":memory:") as board:
        held(board, "s1", 0, wish)
        held(board, "s2", 1, back)
        assert (status_of(board, wish), wish in told(board)) == (["rejected"], False)
        held(board, "s3", 2, wish)
        assert (status_of(board, wish), wish in told(board, name="n3")) == (["candidate"], True)
        held(board, "s0", -1, back)
        assert status_of(board, wish) == ["candidate"]


@pytest.mark.parametrize(("wish", "said"), NOT_BACK)
def test_another_thing_a_question_and_one_case_take_nothing_back(wish: str, said: str) -> None:
    """In the same session and later."""
    with Board.open(":memory:") as board:
        held(board, "s1", 0, wish, "ok, go on", "now the docs", said)
        held(board, "s2", 1, said)
        assert wish in told(board)


def test_the_later_of_two_opposite_wishes_is_shown() -> None:
    """The earlier one is taken back by it."""
    with Board.open(":memory:") as board:
        held(board, "s1", 0, NO_NPM)
        held(board, "s2", 1, "Use npm from now on.")
        assert (NO_NPM in told(board), "Use npm" in told(board, name="n2")) == (False, True)


@pytest.mark.parametrize(
    ("wish", "other"),
    [("Always squash before merging.", "You don't have to squash before merging."),
     ("Never edit src/gen/api.py by hand.", "You can edit src/gen/api.py.")],
)  # fmt: skip
def test_where_it_is_not_sure_both_wait_for_him(wish: str, other: str) -> None:
    """As a contradiction, of which agents are told neither, wherever it fits."""
    with Board.open(":memory:") as board:
        held(board, "s1", 0, wish)
        held(board, "s2", 1, other)
        rows = board.view("lessons")
        assert [each["verdict"] for row in rows for each in row["contradicts"]] == ["unsure"] * 2
        said = told(board) + told(board, "prompt", "n2", prompt=f"{wish} {other}")
        assert (wish in said, other in said) == (False, False)


def test_what_he_kept_is_not_taken_away_by_a_sentence() -> None:
    """His yes is undone by his own command alone."""
    with Board.open(":memory:") as board:
        held(board, "s1", 0, NO_TABS)
        decisions.approve(board, board.view("lessons")[0])
        held(board, "s2", 1, "You can use tabs here again.")
        assert f": {NO_TABS}" in told(board)
