"""Two lessons that contradict each other: a person says which one holds, or that both do."""

from __future__ import annotations

import re

import pytest

from reflect.curator import decisions
from tests.parts.web.visitor import Visitor


def pair(visitor: Visitor) -> tuple[str, str]:
    """The lessons of the sample board that say the opposite."""
    rows = visitor.board.view("lessons", order="constraint")
    always, never = (row["id"] for row in rows if "squash" in row["constraint"])
    return always, never


def standing(visitor: Visitor) -> list[str]:
    """How the two stand."""
    board = visitor.board
    return [str(board.row("lessons", name)["status"]) for name in pair(visitor)]


def test_approving_one_again_is_not_offered(visitor: Visitor) -> None:
    """Both are approved, so that it would change nothing; nor are they decided alike."""
    always, never = pair(visitor)
    page = visitor.text(f"/review?at={always}")
    assert 'value="approve"' not in page
    assert not re.search(rf'name="seen" value="[^"]*:{never}"', page)


def test_the_one_that_holds_retires_the_other(visitor: Visitor) -> None:
    """As one decision, which is undone as one."""
    always, _ = pair(visitor)
    fields = visitor.form(visitor.text(f"/review?at={always}"), "/decide")
    page = visitor.done("/decide", **fields, decision="prefer")
    assert standing(visitor) == ["approved", "retired"]
    visitor.done("/undo", **visitor.form(page, "/undo"))
    assert standing(visitor) == ["approved", "approved"]


def test_both_hold_from_then_on(visitor: Visitor) -> None:
    """Neither waits any more."""
    always, never = pair(visitor)
    fields = visitor.form(visitor.text(f"/review?at={always}"), "/decide")
    visitor.done("/decide", **fields, decision="both")
    board = visitor.board
    assert [board.row("lessons", name)["contradicts"] for name in (always, never)] == [[], []]


@pytest.mark.parametrize("decision", ["prefer", "both"])
def test_a_decision_about_two_is_refused_when_the_other_was_changed(
    visitor: Visitor, decision: str
) -> None:
    """Neither the one that was seen nor the one that stands now is decided about."""
    always, never = pair(visitor)
    page = visitor.text(f"/review?at={always}")
    fields = visitor.form(page, "/decide")
    board = visitor.board
    decisions.revise(board, board.row("lessons", never), "",
                     constraint="Never squash commits before merging a release.")  # fmt: skip
    head = board.log.head()
    late = visitor.post("/decide", **fields, decision=decision)
    assert late.status_code == 409
    assert "before merging a release" in late.text
    assert board.log.head() == head
