"""What a person said once: which sentences wait for their decision, and what it does to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

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
    """Return the sentences of a person in a project that they did not decide on.

    What they were shown last comes first, then what they said last.
    """
    where = {"project": project, "status": "candidate"}
    return _last_shown_first(board, board.view("lessons", where=where, order="-last_seen_at"))


def meant_at(board: Board, project: str | None, at: int) -> str:
    """Return the id of the sentence that a person meant who decided without naming one; or "".

    It is the one that they were shown last by then, else the one that they said last. One that was
    decided on since is still the one that they meant, so that one word decides once.

    Args:
        board: where the sentences are.
        project: whose.
        at: when they did, in microseconds since 1970.
    """
    rows = [
        row
        for row in board.view("lessons", where={"project": project}, order="-last_seen_at")
        if row["learnt_at"] <= at and (row["status"] == "candidate" or row["updated_at"] > at)
    ]
    return next((row["id"] for row in _last_shown_first(board, rows, at)), "")


def _last_shown_first(
    board: Board, rows: Iterable[LessonRow], until: int | None = None
) -> list[LessonRow]:
    """Return those of some lessons that are sentences of a person, as if they were undecided."""
    said = [row for row in rows if is_said_once({**row, "status": "candidate"})]
    where: dict[str, Any] = {"step": "remember"} | ({} if until is None else {"at<=": until})
    shown = {row["lesson"]: row["at"] for row in board.view("announcements", where=where)}
    return sorted(said, key=lambda row: -shown.get(row["id"], 0))


def newest(board: Board, project: str | None) -> LessonRow:
    """Return the sentence that is meant where none is named.

    Raises:
        NoneWaits: there is none in this project.
    """
    for row in waiting(board, project):
        return row
    raise NoneWaits(
        "nothing that you said waits for your decision here; `lessonboard lesson` shows "
        "all lessons, and an ID decides about any of them"
    )


def decide(board: Board, row: LessonRow, word: str, reason: str = "") -> None:
    """Keep a lesson, so that agents are shown it plainly, or drop it, in any wording.

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
