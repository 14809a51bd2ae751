"""Running the policy over the board."""

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
from reflect.curator.policy import Decision, approvals, by_project, decayed, promotions
from reflect.curator.settings import CuratorSettings
from reflect.likeness import CANDIDATES, compare

ACTOR = "curator"
READER = "curator"
"""The name under which the board remembers which lessons were compared with those of others."""


def curate(board: Board, settings: CuratorSettings) -> Counter[str]:
    """Promote, retire and approve what the policy says; returns how many events of each type.

    Each decision is made once: when a person takes it back, it is not made again. New sessions
    are judged first, for what lessons did there is a reason to let them go.
    """
    counts: Counter[str] = Counter()
    judge(board)
    for step in (_promotions, _decayed, _harmful, _approvals):
        with board.transaction():
            decisions = step(board, settings)
            _record(board, decisions)
        counts.update(decision.payload.type for decision in decisions)
    return counts


def _promotions(board: Board, settings: CuratorSettings) -> list[Decision]:
    """What new lessons and those of other projects agree on."""
    since, head = board.reader_position(READER), board.log.head()
    told = board.read(since, types=["lesson.created", "lesson.revised"])
    new_ids = dict.fromkeys(event.payload["lesson"] for event in told if event.payload)
    decisions = promotions((_agreeing(board, lesson) for lesson in new_ids), settings)
    board.remember_reader(READER, head)
    return decisions


def _agreeing(board: Board, lesson: str) -> list[LessonRow]:
    """A project's lesson and the same of other projects; empty when it stands no more."""
    standing = {"status": ACTIVE_STATUSES, "scope": "project"}
    for row in board.view("lessons", where={**standing, "id": lesson}):
        alike = [each.key for each in board.similar(row["constraint"], threshold=CANDIDATES)]
        others = board.view("lessons", where={**standing, "id": alike}, order="id")
        same = {
            each["project"]: each
            for each in others
            if each["project"] != row["project"]
            and compare(row["constraint"], each["constraint"]) == "same"
        }
        return [*same.values(), row]
    return []


def _decayed(board: Board, settings: CuratorSettings) -> list[Decision]:
    ended = by_project(worked(board))
    return decayed(board.view("lessons"), ended, settings)


def _harmful(board: Board, settings: CuratorSettings) -> list[Decision]:
    """Of the lessons that were shown or disputed, those that harm."""
    rows = board.view("lessons", where={"status": ACTIVE_STATUSES})
    used_in = ({"injected>=": 1}, {"disputed>=": 1})
    told = {row["lesson"] for where in used_in for row in board.view("accounts", where=where)}
    used = [row for row in rows if row["id"] in told]
    books = zip(used, accounts(board, used, worked(board)) if used else (), strict=True)
    return harmful(books, settings)


def _approvals(board: Board, settings: CuratorSettings) -> list[Decision]:
    if settings.approval == "manual":
        return []
    return approvals(board.view("lessons", where={"status": "candidate"}), settings)


def _record(board: Board, decisions: Sequence[Decision]) -> None:
    """One event a decision, in the project of its lesson."""
    projects = {name: board.row("lessons", name)["project"] for name, _ in decisions}
    board.append([new(payload, project=projects[name], actor=ACTOR) for name, payload in decisions])
