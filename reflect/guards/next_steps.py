"""What a person may do next about guards, with the command: said to him, never to an agent."""

from __future__ import annotations

from typing import NamedTuple

from blackboard import Board
from blackboard.views.rows import GuardRow
from reflect.guards.prohibiting import objection

_YES = 2
"""Sessions in which a person lets pass what a guard asks, after which it is in his way."""


class NextStep(NamedTuple):
    """A lesson, its words, why there is something to decide, and the command that does it."""

    lesson: str
    rule: str
    why: str
    command: str


def next_steps(board: Board) -> list[NextStep]:
    """What to switch off because its question is answered with yes, and what waits for a yes."""
    return [*map(_off, may_rest(board)), *map(_on, may_be_confirmed(board))]


def allowed_sessions(row: GuardRow) -> int:
    """In how many sessions the person let a guard's question pass, since he last decided on it."""
    return sum(
        each["answer"] == "allowed" and each["at"] >= (row["decided_at"] or 0)
        for each in row["questions"]
    )


def may_rest(board: Board) -> list[GuardRow]:
    """The guards whose question the person answered with yes in two sessions.

    That is proposed to him; his command decides. A call that an agent repeated is no yes.
    """
    rows = board.view("guards", where={"state": ["on", "proposed"], "asked>=": _YES}, order="id")
    return [row for row in rows if allowed_sessions(row) >= _YES]


def may_be_confirmed(board: Board) -> list[GuardRow]:
    """The prohibitions of lessons that a person approved, whose guard he did not confirm."""
    rows = board.view("guards", where={"state": "proposed"}, order="id")
    where = {"id": [row["id"] for row in rows], "status": "approved", "resting": 0}
    lessons = {row["id"]: row for row in board.view("lessons", where=where)} if rows else {}
    waiting = [row for row in rows if row["id"] in lessons and not objection(lessons[row["id"]])]
    return [row for row in waiting if lessons[row["id"]]["constraint"] == row["rule"]]


def _off(row: GuardRow) -> NextStep:
    why = f"you let it pass in {allowed_sessions(row)} sessions when you were asked"
    return NextStep(row["id"], row["rule"], why, f"lessonboard guard off {row['id']}")


def _on(row: GuardRow) -> NextStep:
    what = ", ".join(row["forbids"] or row["paths"])
    why = f"it can ask before `{what}`, or refuse it once where no question can be put"
    return NextStep(row["id"], row["rule"], why, f"lessonboard guard on {row['id']}")
