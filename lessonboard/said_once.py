"""What a person said once: which sentences wait for his word, and what it does to them."""

from __future__ import annotations

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from blackboard.errors import BoardError
from blackboard.views.rows import LessonRow
from reflect.curator import decisions
from reflect.pipeline.wishes import dropped_with

WORDS = ("keep", "drop")


class NoneWaits(BoardError):
    """There is no sentence to keep or drop; the message says which commands show what there is."""


def waiting(board: Board, project: str | None) -> list[LessonRow]:
    """The sentences of a person in a project that he did not decide on, the newest first."""
    where = {"project": project, "status": "candidate"}
    rows = board.view("lessons", where=where, order="-last_seen_at")
    return [row for row in rows if is_said_once(row)]


def meant_at(board: Board, project: str | None, at: int) -> str:
    """The id of the sentence that was the newest when a person decided without naming one; or "".

    One that was decided on since is still the one that he meant, so that one word decides once.

    Args:
        board: where the sentences are.
        project: whose.
        at: when he did, in microseconds since 1970.
    """
    rows = board.view("lessons", where={"project": project}, order="-last_seen_at")
    for row in rows:
        waited = row["status"] == "candidate" or row["updated_at"] > at
        if waited and row["learnt_at"] <= at and is_said_once({**row, "status": "candidate"}):
            return row["id"]
    return ""


def newest(board: Board, project: str | None) -> LessonRow:
    """The sentence that is meant where none is named.

    Raises:
        NoneWaits: there is none in this project.
    """
    for row in waiting(board, project):
        return row
    raise NoneWaits(
        "nothing that you said waits for your decision here; `lessonboard lesson list` shows "
        "all lessons, and an ID decides about any of them"
    )


def decide(board: Board, row: LessonRow, word: str, reason: str = "") -> None:
    """Keep a lesson, so that agents are told it plainly, or drop it, in whatever wording it comes.

    Raises:
        Harmful: keeping it takes a yes that names what it does.
    """
    if word == "keep":
        decisions.approve(board, row, reason)
    else:
        with board.transaction():
            for other in list(dropped_with(board, row)):
                decisions.reject(board, other, f"the same wish as {row['id']}, which was dropped")
            decisions.reject(board, row, reason)
