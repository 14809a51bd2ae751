"""Run the policy on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from blackboard import Board
from blackboard.events.payload import new
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.accounts.judge import judge
from reflect.accounts.ledger import accounts, worked
from reflect.curator.harm import harmful
from reflect.curator.insights import insight_decisions
from reflect.curator.policy import (
    Decision,
    approvals,
    by_project,
    decayed,
    insight_approvals,
    promotions,
)
from reflect.curator.settings import CuratorSettings
from reflect.finding import View
from reflect.pipeline.pairs import note_pairs, undecided
from reflect.rules.similarity import CANDIDATES, compare

ACTOR = "curator"
READER = "curator"
"""The reader name under which the board stores which lessons were compared across projects."""

PAIRS_READER = "contradictions"
"""The same for what they contradict."""


def curate(board: Board, settings: CuratorSettings) -> Counter[str]:
    """Promote, retire and approve by policy, and count the events by type.

    Each decision is made once: after a person undoes it, it is not made again. New sessions are
    judged first, because their outcomes may be a reason to retire a lesson.
    """
    counts: Counter[str] = Counter()
    judge(board)
    _note_contradictions(board)
    for step in (_approvals, _insight_approvals, _promotions, _decayed, _harmful):
        with board.transaction():
            decisions = step(board, settings)
            _append(board, decisions, "insights" if step is _insight_approvals else "lessons")
        counts.update(decision.payload.type for decision in decisions)
    with board.transaction():
        decisions = insight_decisions(board, settings)
        _append(board, decisions, "insights")
    counts.update(decision.payload.type for decision in decisions)
    return counts


def _note_contradictions(board: Board) -> None:
    """Record what new or revised lessons contradict, and what a board held before that was done."""
    with board.transaction():
        for lesson in _changed(board, PAIRS_READER):
            for row in board.view("lessons", where={"id": lesson, "status": ACTIVE_STATUSES}):
                note_pairs(board, row)


def _changed(board: Board, reader: str) -> list[str]:
    """The lessons that were made, revised or approved since a reader last looked, who looks now."""
    since, head = board.reader_position(reader), board.log.head()
    events = board.read(since, types=["lesson.created", "lesson.revised", "lesson.approved"])
    changed = list(dict.fromkeys(event.payload["lesson"] for event in events if event.payload))
    board.remember_reader(reader, head)
    return changed


def _promotions(board: Board, settings: CuratorSettings) -> list[Decision]:
    """Promote new lessons on which several projects agree."""
    changed = _changed(board, READER)
    return promotions((_agreeing(board, lesson) for lesson in changed), settings)


def _agreeing(board: Board, lesson: str) -> list[LessonRow]:
    """A project's approved lesson and its equals in other projects; empty if it is not approved."""
    active = {"status": "approved", "scope": "project"}
    for row in board.view("lessons", where={**active, "id": lesson}):
        alike = [match.key for match in board.similar(row["constraint"], threshold=CANDIDATES)]
        others = board.view("lessons", where={**active, "id": alike}, order="id")
        same = {
            other["project"]: other
            for other in others
            if other["project"] != row["project"]
            and compare(row["constraint"], other["constraint"]) == "same"
        }
        return [*same.values(), row]
    return []


def _decayed(board: Board, settings: CuratorSettings) -> list[Decision]:
    ended = by_project(worked(board))
    proven = {row["lesson"] for row in board.view("accounts", where={"verdict": "helps"})}
    return decayed(board.view("lessons"), ended, settings, proven)


def _harmful(board: Board, settings: CuratorSettings) -> list[Decision]:
    """Retire shown or disputed lessons that do harm."""
    rows = board.view("lessons", where={"status": ACTIVE_STATUSES})
    used_in = ({"injected>=": 1}, {"disputed>=": 1})
    used_ids = {row["lesson"] for where in used_in for row in board.view("accounts", where=where)}
    used = [row for row in rows if row["id"] in used_ids]
    ledger = zip(used, accounts(board, used, worked(board)) if used else (), strict=True)
    return harmful(ledger, settings)


def _approvals(board: Board, settings: CuratorSettings) -> list[Decision]:
    if settings.approval == "manual":
        return []
    rows = board.view("lessons", where={"status": "candidate"})
    contradicting = undecided(board, rows)
    return approvals((row for row in rows if row["id"] not in contradicting), settings)


def _insight_approvals(board: Board, settings: CuratorSettings) -> list[Decision]:
    if settings.approval == "manual":
        return []
    return insight_approvals(board.view("insights", where={"status": "candidate"}), settings)


def _append(board: Board, decisions: Sequence[Decision], view: View) -> None:
    """One event a decision, in the stream of the lesson or insight itself."""
    projects = {name: board.row(view, name)["project"] for name, _ in decisions}
    kind = view.removesuffix("s")
    board.append(
        [
            new(payload, stream=f"{kind}:{name}", project=projects[name], actor=ACTOR)
            for name, payload in decisions
        ]
    )
