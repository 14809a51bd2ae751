"""Undoing what was decided on the page, and giving its reason afterwards."""

from __future__ import annotations

from blackboard import Board
from blackboard.views.rows import LessonRow, RuleRow
from lessonboard import decided
from lessonboard.pages.page import Asked
from lessonboard.pages.undoing import Made, Taken
from reflect.curator import decisions


def undo(asked: Asked, name: str) -> Taken:
    """Undo what was decided on this page under a name.

    Raises:
        NothingToUndo: it is not known here, or was undone.
    """
    taken = asked.undoing.take(name)
    if taken is None:
        raise decisions.NothingToUndo(
            "this decision was undone already, or made before the page was started; the page "
            "of its lesson lists all decisions"
        )
    try:
        with asked.board.transaction():
            if not sum(_undone(asked.board, made) for made in reversed(taken.rows)):
                raise decisions.NothingToUndo("this decision was undone elsewhere already")
    except decisions.NothingToUndo:
        raise  # it was undone elsewhere: the one before it is the last now
    except BaseException:
        asked.undoing.give_back(name, taken)
        raise
    return taken


def _undone(board: Board, made: Made) -> int:
    """Undo what is left of the decisions about a row; one of a pair may be undone with the other.

    Returns:
        How many were undone.
    """
    view, key, events = made
    row: RuleRow = board.row(view, key)
    left = set(decided.undoable(board, row))
    found = [event for event in reversed(events) if event in left]
    for event in found:
        decided.undo(board, board.row(view, key), event)
    return len(found)


def explain(asked: Asked, name: str, reason: str) -> Taken:
    """Keep a reason with what was decided on this page under a name.

    Raises:
        NothingToUndo: it is not known here, or was undone.
        Unusable: the reason is empty.
    """
    taken = asked.undoing.known(name)
    if taken is None:
        raise decisions.NothingToUndo(
            "no reason was kept: the decision was undone, or made before the page was started"
        )
    with asked.board.transaction():
        for view, key, events in taken.rows:
            for event in events:
                decisions.explain(asked.board, asked.board.row(view, key), event, reason)
    asked.undoing.explained(name)
    return taken


def remember(asked: Asked, row: LessonRow, before: set[str], said: str, page: str) -> str:
    """Remember what was decided beside a lesson since; the name by which it can be undone."""
    made = tuple(each for each in decided.undoable(asked.board, row) if each not in before)
    return asked.undoing.add(Taken((("lessons", row["id"], made),), said, page)) if made else ""
