"""What the board knows already of something that was learnt, read before anything is decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from blackboard import Board
from blackboard.delivery.proof import is_remedy_of_one
from blackboard.delivery.voice import colleague_of
from blackboard.events.lesson import LessonDeduplicated
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow, RuleRow
from reflect.finding import Finding, InsightFinding, View
from reflect.pipeline.wishes import is_a_persons, reworded
from reflect.rules.similarity import CONTRADICTING, compare

_FEW = 10
"""Events that are enough to see as what a lesson is known."""


@dataclass(frozen=True)
class Neighbour:
    """A lesson or insight on the board that shares words with a new one."""

    row: Any
    similarity: float
    says: Literal["same", "opposite", "unsure"]
    view: View = "lessons"

    @property
    def is_active(self) -> bool:
        """Whether it is offered to agents."""
        return self.row["status"] in ACTIVE_STATUSES


@dataclass(frozen=True)
class Known:
    """What is known of a finding: the row that it is already, and those that are about the same.

    `lesson` is the one as which it was kept before, whatever its words are by now; its `row` is
    read for a person who states a rule. What was made and forgotten is not made again.
    """

    lesson: str | None = None
    is_forgotten: bool = False
    row: RuleRow | None = None
    near: Sequence[Neighbour] = ()

    @property
    def against(self) -> list[Neighbour]:
        """What is offered and says the opposite, or seems to."""
        return [each for each in self.near if each.says != "same" and each.is_active]

    def survivor(self, view: View) -> Neighbour | None:
        """What says the same: a lesson before an insight, one that is offered before others.

        A lesson is never taken for an insight that says the same: it holds more.
        """
        same = [
            each for each in self.near if each.says == "same" and each.view in (view, "lessons")
        ]
        return min(
            same, key=lambda each: (each.view != "lessons", not each.is_active), default=None
        )


def read_known(
    board: Board,
    found: Finding | InsightFinding,
    rules: Iterable[str],
    project: str | None,
) -> Known:
    """What is known of a finding in any of its wordings.

    What was once recorded as one lesson stays one, so nothing else is looked for then; but a person
    who states a rule is shown what says the opposite.
    """
    lesson, is_forgotten = None, False
    if isinstance(found, Finding):
        lesson, is_forgotten = known_as(board, found.lesson_id(project))
    if lesson and not found.stated:
        return Known(lesson, is_forgotten)
    near = neighbours(board, rules, project, ("lessons", "insights"))
    rows = board.view("lessons", where={"id": lesson}) if lesson else []
    own = {row["id"] for row in rows}
    near = [each for each in near if each.row["id"] not in own and not _is_a_colleagues(each)
            and not _is_less(each, found) and not _is_by_its_steps(each, found)]  # fmt: skip
    if isinstance(found, Finding) and is_a_persons(found):
        near += _reworded(board, found, project, {each.row["id"] for each in near} | own)
    if found.stated:  # what a person states is their own, even if another said the same
        near = [each for each in near if each.says != "same" or not _is_of_another(board, each)]
    return Known(lesson, is_forgotten, next(iter(rows), None), near)


def _reworded(
    board: Board, found: Finding, project: str | None, known: set[str]
) -> list[Neighbour]:
    """The same wish of a person in words that share less."""
    return [
        Neighbour(row, 1.0, "same")
        for row in reworded(board, found, _here(board, project)) if row["id"] not in known
    ]  # fmt: skip


def _here(board: Board, project: str | None) -> set[str | None]:
    """The names of a project; a lesson of any of them is known here."""
    return {project, *(board.names_of(project) if project else ())}


def _is_less(each: Neighbour, found: Finding | InsightFinding) -> bool:
    """Whether what is known is one session's remedy, and what was found is a rule."""
    is_remedy = isinstance(found, Finding) and (found.proof, found.trust) == ("fix", "tool")
    return each.view == "lessons" and is_remedy_of_one(each.row) and not is_remedy


def _is_by_its_steps(each: Neighbour, found: Finding | InsightFinding) -> bool:
    """Whether words seem to make something the same as a procedure: it is known by its steps."""
    proofs = (getattr(found, "proof", ""), each.row["proof"] if each.view == "lessons" else "")
    return each.says == "same" and "procedure" in proofs


def _is_a_colleagues(each: Neighbour) -> bool:
    """Whether a colleague says the same: one's own lesson is never merged into a colleague's."""
    return each.view == "lessons" and each.says == "same" and bool(each.row["author"])


def _is_of_another(board: Board, each: Neighbour) -> bool:
    """Whether what is known is the word of another user of a board that is wholly a team's."""
    return bool(colleague_of(each.row, board.person))


def known_as(board: Board, lesson: str) -> tuple[str | None, bool]:
    """The lesson as which one is known, and whether that was forgotten.

    It is itself, or the one that it first gave its evidence to: whatever becomes of that one's
    words, what was once recorded as one lesson stays one.
    """
    for event in board.read(stream=f"lesson:{lesson}", limit=_FEW):
        if event.payload is not None:
            return str(event.payload.get("lesson", lesson)), False
        if event.type != LessonDeduplicated.type:
            return lesson, True
    return None, False


def neighbours(
    board: Board, rules: Iterable[str], project: str | None, views: Sequence[View] = ("lessons",)
) -> list[Neighbour]:
    """What is known here, or everywhere, and says the same as a rule or contradicts it."""
    here = _here(board, project)
    found: dict[str, Neighbour] = {}
    for view in views:
        for rule in dict.fromkeys(rules):
            for alike in board.similar(rule, view=view, threshold=CONTRADICTING):
                verdict = compare(rule, alike.text)
                if verdict == "different" or alike.key in found:
                    continue
                row = board.row(view, alike.key)
                if row["scope"] == "global" or row["project"] in here:
                    found[alike.key] = Neighbour(row, alike.similarity, verdict, view)
    return list(found.values())


def beside(board: Board, row: LessonRow) -> list[Neighbour]:
    """What is offered beside a lesson and says the same as it, or contradicts it."""
    near = neighbours(board, [row["constraint"]], row["project"], ("lessons", "insights"))
    return [each for each in near if each.is_active and each.row["id"] != row["id"]]
