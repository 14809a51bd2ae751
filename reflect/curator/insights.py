"""What the policy decides on insights beyond approving them: the same as on lessons.

An insight is shown to the rules as the lesson that it would be, and their decision is said of the
insight; what is superseded by an equal of another project is retired.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from blackboard import Board
from blackboard.events.insight import InsightPromoted, InsightRetired
from blackboard.events.lesson import LessonPromoted, LessonRetired, LessonSuperseded
from blackboard.events.payload import PayloadModel
from blackboard.views.insights import ACTIVE_STATUSES
from blackboard.views.rows import InsightRow, LessonRow
from reflect.accounts.ledger import accounts
from reflect.curator.harm import harmful
from reflect.curator.policy import Decision, by_project, decayed, promotions
from reflect.curator.settings import CuratorSettings
from reflect.rules.similarity import CANDIDATES, compare

READER = "insights"
"""The reader name under which the board stores which insights were compared across projects."""

_DAY = 86_400_000_000


def insight_decisions(board: Board, settings: CuratorSettings, since: int) -> list[Decision]:
    """Promote, retire and let go of insights by the policy for lessons.

    Only what may be decided is read: what was approved since a position, what was not seen for
    long, and what was disputed.
    """
    decisions = [
        *_promoted(board, settings, since),
        *_decayed(board, settings),
        *_harmful(board, settings),
    ]
    first = {decision.lesson: decision for decision in reversed(decisions)}
    return [Decision(name, _of_insight(name, each.payload)) for name, each in first.items()]


def as_lesson(row: InsightRow) -> LessonRow:
    """An insight as the rules for lessons see it; nothing pins it, and none is severe."""
    decisions = [
        {**each, "type": each["type"].replace("insight.", "lesson.")} for each in row["decisions"]
    ]
    told: dict[str, Any] = {**row, "constraint": row["statement"], "severity": "medium",
                            "pinned": 0, "signatures": [], "decisions": decisions}  # fmt: skip
    return cast(LessonRow, told)


def _of_insight(name: str, payload: PayloadModel) -> PayloadModel:
    """The same decision, said of an insight."""
    match payload:
        case LessonPromoted(reason=reason):
            return InsightPromoted(insight=name, reason=reason)
        case LessonSuperseded(by=by, reason=reason):
            return InsightRetired(insight=name, reason=f"{reason}; {by} holds everywhere")
        case LessonRetired(reason=reason):
            return InsightRetired(insight=name, reason=reason)
    raise AssertionError(f"no policy for insights decides {payload.type}")


def _promoted(board: Board, settings: CuratorSettings, since: int) -> list[Decision]:
    """Promote newly approved insights on which several projects agree."""
    events = board.read(since, types=["insight.approved", "insight.revised"])
    names = dict.fromkeys(event.payload["insight"] for event in events if event.payload)
    return promotions((_agreeing(board, name) for name in names), settings)


def _agreeing(board: Board, name: str) -> Sequence[LessonRow]:
    """A project's approved insight and its equals in other projects; empty if not approved."""
    approved = {"status": "approved", "scope": "project"}
    for row in board.view("insights", where={**approved, "id": name}):
        near = board.similar(row["statement"], view="insights", threshold=CANDIDATES)
        others = board.view("insights", where={**approved, "id": [each.key for each in near]})
        same = {
            other["project"]: other
            for other in others
            if other["project"] != row["project"]
            and compare(row["statement"], other["statement"]) == "same"
        }
        return [as_lesson(each) for each in (*same.values(), row)]
    return []


def _decayed(board: Board, settings: CuratorSettings) -> list[Decision]:
    """Retire what was not seen for long in a busy project; sessions are read for that alone."""
    newest = board.view("sessions", where={"child": 0}, order="-last_at", limit=1)
    if not newest:
        return []
    before = newest[0]["last_at"] - settings.decay_days * _DAY
    old = {"status": ACTIVE_STATUSES, "scope": "project", "last_seen_at<=": before}
    rows = board.view("insights", where=old)
    if not rows:
        return []
    where = {"child": 0, "last_at>=": min(row["last_seen_at"] for row in rows)}
    sessions = by_project(board.view("sessions", where=where))
    return decayed(_as_lessons(rows), sessions, settings)


def _harmful(board: Board, settings: CuratorSettings) -> list[Decision]:
    """Retire what was disputed too often."""
    where = {"disputed>=": settings.harm_disputes}
    disputed = [row["lesson"] for row in board.view("accounts", where=where)]
    rows = board.view("insights", where={"id": disputed, "status": ACTIVE_STATUSES})
    return harmful(zip(_as_lessons(rows), accounts(board, rows), strict=True), settings)


def _as_lessons(rows: Iterable[InsightRow]) -> list[LessonRow]:
    return [as_lesson(row) for row in rows]
