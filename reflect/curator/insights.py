"""Keeping an insight: sure enough, something to act on, passed by the critic, and new."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from blackboard import Board, ids
from blackboard.event import NewEvent
from blackboard.events.insight import InsightCurated, InsightRetired
from blackboard.events.lesson import LessonDeduplicated
from blackboard.events.payload import Evidence, PayloadModel, Trust, new
from blackboard.search.terms import terms
from blackboard.views.view import Row
from reflect.critic.process import Course, events
from reflect.critic.recommendation import Recommendation
from reflect.curator.settings import CuratorSettings
from reflect.intake import Critic
from reflect.likeness import CANDIDATES, compare
from reflect.reflector.category import scope_of
from reflect.reflector.insight import Draft
from reflect.trust import least, trust_of

ACTOR = "curator"
CONVENTIONS = "conventions"


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
    name = _name(draft, project)
    known = _known(board, draft.statement, project)
    course = None if known else critic(_as_recommendation(draft, name))
    told = decide(draft, name, project, learned_from, known, course, _trust(board, draft))
    added = board.append(told)
    return any(event.type in (InsightCurated.type, LessonDeduplicated.type) for event in added)


def decide(
    draft: Draft,
    name: str,
    project: str | None,
    learned_from: str,
    known: tuple[str, Row] | None,
    course: Course | None,
    trust: Trust,
) -> list[NewEvent]:
    """The events that an insight calls for."""
    occasion = f"{learned_from}:{draft.evidence[0].event_id}"
    if known is not None and known[0] == "lessons":
        proof = LessonDeduplicated(lesson=known[1]["id"], evidence=list(draft.evidence))
        return [_told(proof, f"lesson:{known[1]['id']}", occasion, project)]
    judged = events(course, project=project) if course else []
    if course and course.critique and course.critique.decision != "accept":
        return judged
    statement = course.final.instruction if course else known[1]["statement"] if known else ""
    name = known[1]["id"] if known else name
    kept = InsightCurated(
        insight=name,
        statement=statement,
        category=draft.category,
        scope=scope_of(statement, draft.category),
        confidence=draft.confidence,
        evidence=list(draft.evidence),
        learned_from=learned_from,
        trust=trust,
    )
    return [_told(kept, f"insight:{name}", occasion, project), *judged]


def _known(board: Board, statement: str, project: str | None) -> tuple[str, Row] | None:
    """The lesson or insight that says the same, and the view it is in."""
    for view in ("lessons", "insights"):
        for alike in board.similar(statement, view=view, threshold=CANDIDATES):
            row = board.row(view, alike.key)
            same_place = row["scope"] == "global" or row["project"] == project
            if same_place and compare(statement, alike.text) == "same":
                return view, row
    return None


def _as_recommendation(draft: Draft, name: str) -> Recommendation:
    return Recommendation(
        id=name, instruction=draft.statement, rationale=" ".join(draft.quotes)[:2000]
    )


def _trust(board: Board, draft: Draft) -> Trust:
    return least(trust_of(board.log.get(each.event_id)) for each in draft.evidence)


def _told(payload: PayloadModel, stream: str, occasion: str, project: str | None) -> NewEvent:
    return new(
        payload, stream=stream, project=project, actor=ACTOR, id=ids.derived(stream, occasion)
    )


def _name(draft: Draft, project: str | None) -> str:
    text = f"{project or ''}\n{' '.join(terms(draft.statement))}"
    return f"insight-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def replace_convention(
    board: Board, draft: Draft, project: str | None, critic: Critic, settings: CuratorSettings
) -> bool:
    """Keep a project's convention, and let go of what its sessions did before."""
    if not keep(board, draft, project, CONVENTIONS, critic, settings):
        return False
    where = {"project": project, "learned_from": CONVENTIONS, "status": "approved"}
    for row in board.view("insights", where=where):
        if compare(row["statement"], draft.statement) != "same" and not row["undone"]:
            gone = InsightRetired(insight=row["id"], reason="sessions do otherwise now")
            board.append([new(gone, stream=f"insight:{row['id']}", project=project, actor=ACTOR)])
    return True


def as_drafts(rows: Sequence[Row]) -> list[Draft]:
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
