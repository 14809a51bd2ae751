"""What a person may do next about a lesson, with the command: shown to them, never to an agent."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from blackboard import Board
from blackboard.delivery.seen import seen_in, sessions_of
from blackboard.next_step import command_of
from blackboard.views.compiled import is_resting
from blackboard.views.rows import GuardRow, LessonRow
from blackboard.vocabulary import NextStep as Step
from reflect.accounts.digest import is_checkable
from reflect.guards.decide import objection_to_lesson
from reflect.guards.prohibiting import objection, weigh
from reflect.guards.switching import guard_of

_YES = 2
"""Sessions in which a person lets pass what a guard asks, after which it is in their way."""


EVERYWHERE: Mapping[str, Any] = MappingProxyType({})


class NextStep(NamedTuple):
    """A lesson, its words, why there is something to decide, and the step that does it."""

    lesson: str
    rule: str
    why: str
    step: Step
    project: str | None

    def as_json(self) -> dict[str, str]:
        """The fields for other programs."""
        return {"lesson": self.lesson, "rule": self.rule, "why": self.why, "command": self.command}

    @property
    def command(self) -> str:
        """What the person types."""
        return command_of(self.step, self.lesson)


def next_steps(board: Board, where: Mapping[str, Any] = EVERYWHERE) -> list[NextStep]:
    """The next rungs that wait for a person's word, of all lessons or of some project's.

    A guard to switch off because its question is answered with yes, one that waits for a yes, and
    a lesson that may become a check of its repository.
    """
    steps = [*map(_off, may_rest(board, where)), *map(_on, may_be_guards(board, where))]
    return [*steps, *map(_compile, may_become_checks(board, where))]


def offer(board: Board, lesson: LessonRow, now: int) -> str:
    """What a guard of the person's own prohibition would do, with its uses in the month before.

    Empty where the lesson forbids nothing, cannot be a guard, or they decided about its guard.
    """
    guard = guard_of(board, lesson["id"])
    if objection(lesson) or (guard is not None and guard["state"] != "proposed"):
        return ""
    weighed = weigh(board, lesson, now)
    return weighed.offer if weighed else ""


def spoke_since(board: Board, since: int, where: Mapping[str, Any]) -> list[GuardRow]:
    """The guards that refused or asked something since a time and are not off, the last first."""
    states = {**where, "state": ["on", "proposed"]}
    rows = [row for row in board.view("guards", where=states, order="id") if spoke_at(row) >= since]
    return sorted(rows, key=spoke_at, reverse=True)


def spoke_at(row: GuardRow) -> int:
    """When a guard refused or asked something last; 0 for never."""
    asked: list[int] = [each["at"] for each in row["questions"]]
    return max(row["last_refused_at"] or 0, *asked, 0)


def allowed_sessions(row: GuardRow) -> int:
    """In how many sessions the person let a guard's question pass since they decided on it."""
    return sum(
        each["answer"] == "allowed" and each["at"] >= (row["decided_at"] or 0)
        for each in row["questions"]
    )


def may_rest(board: Board, where: Mapping[str, Any] = EVERYWHERE) -> list[GuardRow]:
    """The guards whose question the person answered with yes in two sessions.

    That is proposed to them; their command decides. A call that an agent repeated is no yes, and a
    guard that rests because the repository has its check asks nothing.
    """
    asked = {**where, "state": ["on", "proposed"], "asked>=": _YES}
    rows = [row for row in board.view("guards", where=asked, order="id")
            if allowed_sessions(row) >= _YES]  # fmt: skip
    lessons = _lessons(board, rows)
    return [row for row in rows
            if row["id"] in lessons and not is_resting(lessons[row["id"]])]  # fmt: skip


def may_be_guards(board: Board, where: Mapping[str, Any] = EVERYWHERE) -> list[GuardRow]:
    """What may become a guard if the person says so: what they forbade, and what always fails."""
    rows = board.view("guards", where={**where, "state": ["proposed", "qualified"]}, order="id")
    lessons = _lessons(board, rows, status="approved", resting=0)
    return [
        row
        for row in rows
        if (lesson := lessons.get(row["id"])) is not None
        and lesson["constraint"] == row["rule"]
        and not objection_to_lesson(lesson, is_prohibition=row["state"] == "proposed")
    ]


def may_become_checks(board: Board, where: Mapping[str, Any] = EVERYWHERE) -> list[LessonRow]:
    """The approved lessons that a check of the repository could enforce, and that have none."""
    approved = {**where, "status": "approved", "scope": "project"}
    rows = board.view("lessons", where=approved, order="id")
    return [row for row in rows if is_checkable(row)]


def _lessons(board: Board, guards: list[GuardRow], **where: object) -> dict[str, LessonRow]:
    names = [row["id"] for row in guards]
    rows = board.view("lessons", where={"id": names, **where}) if names else []
    return {row["id"]: row for row in rows}


def _off(row: GuardRow) -> NextStep:
    why = f"you let it pass in {allowed_sessions(row)} sessions when you were asked"
    return NextStep(row["id"], row["rule"], why, "guard off", row["project"])


def _on(row: GuardRow) -> NextStep:
    what = " ".join(row["wrong"]) or ", ".join(row["forbids"] or row["paths"])
    why = f"it can ask before `{what}`, or refuse it once where no question can be put"
    if row["state"] == "qualified":
        why = f"`{what}` failed in {row['failed']} of {row['uses']} uses, and it can refuse it once"
    return NextStep(row["id"], row["rule"], why, "guard on", row["project"])


def guard_on(lesson: LessonRow, why: str) -> NextStep:
    """The step that switches on the guard of a lesson."""
    return NextStep(lesson["id"], lesson["constraint"], why, "guard on", lesson["project"])


def _compile(row: LessonRow) -> NextStep:
    why = f"{seen_in(sessions_of(dict(row)))}, and a check of the repository could enforce it"
    return NextStep(row["id"], row["constraint"], why, "lesson compile", row["project"])
