"""From a lesson's row to what kinds of checks see, and whether a check may be made of it at all."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from blackboard.delivery.voice import colleague_of
from blackboard.errors import BoardError
from blackboard.harm import harms
from blackboard.views.decisions import is_only_said
from blackboard.views.rows import LessonRow
from lessonboard.exporting.selection import may_leave
from lessonboard.parts.automation.compiling.kind import Subject
from lessonboard.present.markdown import inline
from reflect.critic.process import Review
from reflect.critic.recommendation import Recommendation

_LONGEST_TEXT = 8_000

Critic = Callable[[Recommendation], Review]


class NotCompilable(BoardError):
    """No check may be made of the lesson; the message says why, and what would change that."""


def subject_of(row: LessonRow) -> Subject:
    """A lesson for kinds of checks."""
    rule = inline(row["constraint"])
    text = "\n".join([row["constraint"], row["symptom"], row["resolution"], *row["tags"]])
    name = f"lesson-{hashlib.sha256(row['id'].encode()).hexdigest()[:8]}"
    return Subject(row["id"], name, rule, text[:_LONGEST_TEXT], tuple(row["paths"]))


def require_compilable(row: LessonRow, project: str | None, critic: Critic, me: str = "") -> None:
    """Refuse what must not become a check.

    Args:
        row: the lesson.
        project: that of the repository.
        critic: judges what may do damage.
        me: the board's person on a team's log; see `Board.person`.

    Raises:
        NotCompilable: it is not approved, or by colleagues alone, of another project, holds a
            secret, or does damage.
    """
    if row["status"] != "approved" or colleague_of(row, me):
        stands = row["status"] if row["status"] != "approved" else "approved by colleagues alone"
        raise NotCompilable(
            f"{row['id']} is {stands}; only approved lessons become checks, "
            f"see `lessonboard lesson keep {row['id']}`"
        )
    if is_only_said(row):
        raise NotCompilable(
            f"{row['id']} was only said in sessions, where its words may have been pasted; "
            f"`lessonboard lesson keep {row['id']}` makes them yours"
        )
    if row["scope"] == "project" and row["project"] != project:
        raise NotCompilable(
            f"{row['id']} is a lesson of {row['project'] or 'no project'}; go into a checkout of it"
        )
    if reasons := _harm(row, critic):
        raise NotCompilable(
            f"no check is made of {row['id']}: the critic says that it {', '.join(reasons)}; "
            "revise or reject it"
        )
    if not may_leave(row, me):
        raise NotCompilable(f"{row['id']} may hold a secret; revise its words first")
    if not inline(row["constraint"]):
        raise NotCompilable(f"{row['id']} has no rule that can be seen")


def _harm(row: LessonRow, critic: Critic) -> list[str]:
    """What the rules, or a critic that discards it, have against what a lesson asks for."""
    found = harms(f"{row['constraint']}\n{row['resolution']}")
    review = critic(
        Recommendation(
            id=row["id"],
            instruction=row["constraint"],
            scope=", ".join((*row["paths"], *row["commands"])),
            rationale=row["root_cause"],
            issue=row["symptom"],
        )
    )
    verdict = review.forms[0][1] if review.forms else None
    if verdict is not None and verdict.should_discard:
        found += verdict.side_effects
    return list(dict.fromkeys(found))
