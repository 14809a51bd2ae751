"""Two lessons that contradict each other: a person says which one holds, or that both do."""

from __future__ import annotations

from tests.lessonboard.web.visitor import Visitor


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
    assert f":{never}" not in page


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
