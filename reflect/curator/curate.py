"""Run the policy on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from blackboard import Board
from blackboard.event import Event, NewEvent
from blackboard.events.payload import new
from blackboard.views.insights import INSIGHTS
from blackboard.views.lessons import ACTIVE_STATUSES, LESSONS
from blackboard.views.rows import LessonRow
from reflect.accounts.judge import judge
from reflect.curator import rows
from reflect.curator.harm import harmful
from reflect.curator.insights import READER as INSIGHTS_READER
from reflect.curator.insights import insight_decisions
from reflect.curator.policy import Decision, approvals, decayed, insight_approvals, promotions
from reflect.curator.settings import CuratorSettings
from reflect.deciding import append_decided
from reflect.finding import View
from reflect.pipeline.pairs import note_pairs, undecided
from reflect.rules.similarity import CANDIDATES, compare

ACTOR = "curator"
READER = "curator"
"""The reader name under which the board stores which lessons were compared across projects."""

PAIRS_READER = "contradictions"
"""The same for what they contradict."""

APPROVALS_READER = "approvals:2"
"""The same for which were weighed; what is weighed otherwise, by code or settings, has another."""

_DECIDED_BY = frozenset(
    (*LESSONS.reduce, *INSIGHTS.reduce, "lesson.measured", "lesson.disputed", "payload.forgotten")
)
"""What may change a decision; a session more makes none of them wrong."""


def curate(board: Board, settings: CuratorSettings) -> Counter[str]:
    """Promote, retire and approve by policy, and count the events by type.

    Each decision is made once: after a person undoes it, it is not made again. New sessions are
    judged first, because their outcomes may be a reason to retire a lesson.
    """
    judge(board)
    _note_contradictions(board)
    counts: Counter[str] = Counter()
    for step in _STEPS:
        counts.update(event.type for event in step(board, settings))
    return counts


def _note_contradictions(board: Board) -> None:
    """Record what new or revised lessons contradict, and what a board held before that was done."""
    since, head = board.reader_position(PAIRS_READER), board.log.head()
    if names := rows.changed(board, since):
        for row in board.view("lessons", where={"id": names, "status": ACTIVE_STATUSES}):
            note_pairs(board, row)
        board.remember_reader(PAIRS_READER, head)


def _approve(board: Board, settings: CuratorSettings) -> list[Event]:
    """Approve lessons that were shown often enough since the last time, and contradict nothing."""
    if settings.approval == "manual":
        return []
    reader = f"{APPROVALS_READER}:{settings.approval_sessions}"
    since, head = board.reader_position(reader), board.log.head()

    def decide() -> list[Decision]:
        found = rows.sure_candidates(board, since)
        contradicting = undecided(board, found)
        return approvals((row for row in found if row["id"] not in contradicting), settings)

    appended = _append(board, decide)
    if any(True for _ in board.read(since, types=rows.WEIGHED_BY, until=head, limit=1)):
        board.remember_reader(reader, head)
    return appended


def _approve_insights(board: Board, settings: CuratorSettings) -> list[Event]:
    """Approve insights by the same measure."""
    if settings.approval == "manual":
        return []
    return _append(
        board, lambda: insight_approvals(rows.sure_insights(board), settings), "insights"
    )


def _promote(board: Board, settings: CuratorSettings) -> list[Event]:
    """Promote new lessons on which several projects agree."""
    since, head = board.reader_position(READER), board.log.head()
    names = rows.changed(board, since)
    if not names:
        return []
    appended = _append(
        board, lambda: promotions((_agreeing(board, name) for name in names), settings)
    )
    board.remember_reader(READER, head)
    return appended


def _agreeing(board: Board, lesson: str) -> list[LessonRow]:
    """A project's approved lesson and its equals in other projects; empty if it is not approved."""
    active = {"status": "approved", "scope": "project", "author": ""}
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


def _retire_faded(board: Board, settings: CuratorSettings) -> list[Event]:
    """Retire lessons that were not seen for long, unless they were shown to help."""

    def decide() -> list[Decision]:
        proven = {row["lesson"] for row in board.view("accounts", where={"verdict": "helps"})}
        return [
            decision
            for faded, ended in rows.fading(board, settings)
            for decision in decayed(faded, ended, settings, proven)
        ]

    return _append(board, decide)


def _retire_harmful(board: Board, settings: CuratorSettings) -> list[Event]:
    """Retire shown or disputed lessons that do harm."""
    return _append(board, lambda: harmful(rows.suspects(board, settings), settings))


def _curate_insights(board: Board, settings: CuratorSettings) -> list[Event]:
    """Promote and retire insights by the same rules as lessons."""
    since, head = board.reader_position(INSIGHTS_READER), board.log.head()
    appended = _append(board, lambda: insight_decisions(board, settings, since), "insights")
    if head > since:
        board.remember_reader(INSIGHTS_READER, head)
    return appended


def _append(
    board: Board, decide: Callable[[], Iterable[Decision]], view: View = "lessons"
) -> list[Event]:
    """Append what is decided, one event each in the stream of the lesson or insight itself."""
    return append_decided(board, lambda: _events(board, list(decide()), view), by=_DECIDED_BY)


def _events(board: Board, decisions: Sequence[Decision], view: View) -> list[NewEvent]:
    projects = {name: board.row(view, name)["project"] for name, _ in decisions}
    kind = view.removesuffix("s")
    return [
        new(payload, stream=f"{kind}:{name}", project=projects[name], actor=ACTOR)
        for name, payload in decisions
    ]


_STEPS = (
    _approve, _approve_insights, _promote, _retire_faded, _retire_harmful, _curate_insights,
)  # fmt: skip
