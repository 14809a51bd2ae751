"""Keeping an insight: sure enough, something to act on, passed by the critic, and new."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from itertools import product
from typing import Literal

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.insight import InsightCurated, InsightRestored, InsightRetired
from blackboard.events.lesson import LessonDeduplicated
from blackboard.events.payload import Evidence, PayloadModel, new
from blackboard.views.decisions import is_left_to_people
from blackboard.views.rows import InsightRow, RuleRow
from blackboard.vocabulary import Trust
from reflect.critic.process import Review, events
from reflect.critic.recommendation import Recommendation
from reflect.curator.settings import CuratorSettings
from reflect.intake import Critic
from reflect.likeness import CANDIDATES, compare
from reflect.reflector.category import scope_of
from reflect.reflector.insight import Draft
from reflect.trust import least, trust_of

ACTOR = "curator"
CONVENTIONS = "conventions"

_RULES: tuple[Literal["lessons", "insights"], ...] = ("lessons", "insights")


def is_worth_keeping(draft: Draft, settings: CuratorSettings) -> bool:
    """Whether an insight can be acted on and is surer than the threshold."""
    return draft.actionable and draft.confidence > settings.least_confidence


def keep(
    board: Board,
    draft: Draft,
    project: str | None,
    learned_from: str,
    critic: Critic,
    settings: CuratorSettings,
) -> bool:
    """Keep an insight, or the proof that it gives for a known one; False if it is not kept."""
    if not (is_worth_keeping(draft, settings) and draft.evidence):
        return False
    name, course = _name(draft, project), None
    if not _known(board, [draft.statement], project):
        course = critic(_as_recommendation(draft, name))  # may ask a model: not while locked
    said = [draft.statement, course.final.instruction] if course else [draft.statement]
    with board.transaction():
        known = _known(board, said, project)
        shown_by = [board.log.get(each.event_id) for each in draft.evidence]
        trust, seen_at = least(map(trust_of, shown_by)), max(e.occurred_at for e in shown_by)
        told = decide(draft, name, project, learned_from, known, course, trust)
        added = board.append([event._replace(occurred_at=seen_at) for event in told])
    return any(event.type in (InsightCurated.type, LessonDeduplicated.type) for event in added)


def decide(
    draft: Draft,
    name: str,
    project: str | None,
    learned_from: str,
    known: RuleRow | None,
    course: Review | None,
    trust: Trust,
) -> list[NewEvent]:
    """The events that an insight calls for: none when what was known was forgotten meanwhile."""
    occasion = f"{learned_from}:{draft.evidence[0].event_id}"
    if known is not None:
        again = _again(draft, known, learned_from, trust)
        return [new(again, project=project, actor=ACTOR, key=occasion)]
    if course is None:
        return []
    judged = events(course, project=project)
    if course.critique and course.critique.decision != "accept":
        return judged
    kept = _curated(draft, name, course.final.instruction, learned_from, trust)
    return [new(kept, project=project, actor=ACTOR, key=occasion), *judged]


def _again(draft: Draft, row: RuleRow, learned_from: str, trust: Trust) -> PayloadModel:
    """What is recorded of an insight that is known already, as a lesson or as an insight."""
    if "constraint" in row:
        return LessonDeduplicated(lesson=row["id"], evidence=_proof(draft, trust, row))
    return _curated(draft, row["id"], row["statement"], learned_from, trust)


def _curated(
    draft: Draft, name: str, statement: str, learned_from: str, trust: Trust
) -> InsightCurated:
    return InsightCurated(
        insight=name,
        statement=statement,
        category=draft.category,
        scope=scope_of(statement, draft.category),
        confidence=draft.confidence,
        evidence=list(draft.evidence),
        learned_from=learned_from,
        trust=trust,
    )


def _proof(draft: Draft, trust: Trust, lesson: RuleRow) -> list[Evidence]:
    """The evidence for a lesson; read or fetched text is no session that shows a better one."""
    if trust not in ("repository", "imported") or lesson["trust"] == trust:
        return list(draft.evidence)
    return [each.model_copy(update={"session": None}) for each in draft.evidence]


def _known(board: Board, statements: Sequence[str], project: str | None) -> RuleRow | None:
    """The lesson or insight that says the same as one of some statements."""
    for view, statement in product(_RULES, dict.fromkeys(statements)):
        for alike in board.similar(statement, view=view, threshold=CANDIDATES):
            row = board.row(view, alike.key)
            same_place = row["scope"] == "global" or row["project"] == project
            if same_place and compare(statement, alike.text) == "same":
                return row
    return None


def _as_recommendation(draft: Draft, name: str) -> Recommendation:
    return Recommendation(
        id=name, instruction=draft.statement, rationale=" ".join(draft.quotes)[:2000]
    )


def _name(draft: Draft, project: str | None) -> str:
    text = f"{project or ''}\n{' '.join(draft.statement.lower().split())}"
    return f"insight-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def replace_convention(
    board: Board, draft: Draft, project: str | None, critic: Critic, settings: CuratorSettings
) -> bool:
    """Keep a project's convention, and let go of what its sessions did before.

    A convention that they return to stands again; what a person decided on is left alone.
    """
    if not keep(board, draft, project, CONVENTIONS, critic, settings):
        return False
    with board.transaction():
        rows = board.view("insights", where={"project": project, "learned_from": CONVENTIONS})
        board.append([
            new(payload, project=project, actor=ACTOR)
            for row in rows
            if not is_left_to_people(row) and (payload := _turn(row, draft.statement)) is not None
        ])  # fmt: skip
    return True


def _turn(row: InsightRow, convention: str) -> PayloadModel | None:
    """What becomes of a convention now that another, or the same again, is in force."""
    is_same = compare(row["statement"], convention) == "same"
    if row["status"] == "approved" and not is_same:
        return InsightRetired(insight=row["id"], reason="sessions do otherwise now")
    if row["status"] == "retired" and is_same:
        return InsightRestored(insight=row["id"], undone=row["decisions"][-1]["event"])
    return None


def as_drafts(rows: Sequence[InsightRow]) -> list[Draft]:
    """Insights on the board, as the reflector takes what is known."""
    return [
        Draft(
            row["statement"],
            row["category"],
            row["confidence"],
            bool(row["actionable"]),
            evidence=tuple(Evidence(**each) for each in row["evidence"]),
        )
        for row in rows
    ]
