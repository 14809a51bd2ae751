"""The policy on insights: promoted by agreement, retired when they fade or are disputed."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board, NewEvent
from blackboard.events.insight import InsightApproved, InsightCurated
from blackboard.events.payload import Evidence, new
from blackboard.events.use import ContextInjected, LessonDisputed
from blackboard.views.rows import InsightRow
from reflect.curator import decisions
from reflect.curator.curate import ACTOR, curate
from reflect.curator.settings import CuratorSettings
from tests.blackboard.lessons import ELSEWHERE, HERE
from tests.reflect.curator.test_curate import work

SETTINGS = CuratorSettings()
THIRD = "github.com/bob/sail"
RULE = "Always run the tests before pushing."
SAME = "Run tests before you push"
NOON = 1_700_000_000_000_000


def learn(
    board: Board, name: str, rule: str = RULE, project: str | None = HERE, **fields: Any
) -> None:
    """An insight on the board, as tools show it, approved by the policy unless said otherwise."""
    approved = fields.pop("approved", True)
    kept = InsightCurated(
        insight=name, statement=rule, category="testing", confidence=0.9,
        evidence=[Evidence(event_id=f"{name}-1", quote="words", session=f"{name}-s")],
        **{"trust": "tool", **fields},
    )  # fmt: skip
    board.append([new(kept, project=project, occurred_at=NOON)])
    if approved:
        decided = InsightApproved(insight=name, by="policy")
        board.append([new(decided, project=project, actor=ACTOR)])


def row(board: Board, name: str) -> InsightRow:
    """An insight's current row."""
    return board.row("insights", name)


def last_actor(board: Board, name: str) -> tuple[str, str]:
    """Who decided last on an insight, and why."""
    decision = row(board, name)["decisions"][-1]
    return decision["actor"], decision["reason"]


def test_two_projects_that_agree_promote_one_and_retire_the_other(board: Board) -> None:
    """Once, and only by the policy; the one that is left names nobody's project."""
    learn(board, "a")
    learn(board, "b", SAME, ELSEWHERE)
    counts = curate(board, SETTINGS)
    assert (counts["insight.promoted"], counts["insight.retired"]) == (1, 1)
    assert (row(board, "a")["scope"], row(board, "b")["status"]) == ("global", "retired")
    assert last_actor(board, "b") == (ACTOR, "2 projects agree; a holds everywhere")
    assert curate(board, SETTINGS) == {}


@pytest.mark.parametrize(
    ("rule", "project", "approved"),
    [
        (SAME, ELSEWHERE, False),
        ("Never run the tests before pushing.", ELSEWHERE, True),
        (SAME, None, True),
        (SAME, "/home/ada/copies/kite", True),
    ],
)
def test_what_does_not_agree_promotes_nothing(
    board: Board, rule: str, project: str | None, approved: bool
) -> None:
    """A candidate, the opposite, no project, or another copy of the same repository."""
    learn(board, "a")
    learn(board, "b", rule, project, approved=approved)
    assert curate(board, SETTINGS)["insight.promoted"] == 0


def test_a_promotion_that_was_taken_back_is_not_repeated(board: Board) -> None:
    """Not even when a third project agrees."""
    learn(board, "a")
    learn(board, "b", SAME, ELSEWHERE)
    curate(board, SETTINGS)
    decisions.undo(board, row(board, "a"))
    learn(board, "c", RULE, THIRD)
    curate(board, SETTINGS)
    assert row(board, "a")["scope"] == "project"


@pytest.mark.parametrize(("days", "sessions", "fades"), [(180, 30, True), (179, 30, False),
                                                         (180, 29, False)])  # fmt: skip
def test_what_a_busy_project_does_not_meet_fades(
    board: Board, days: int, sessions: int, fades: bool
) -> None:
    """After as many days and sessions as a lesson, and once."""
    learn(board, "a")
    work(board, HERE, *[1.0] * (sessions - 1), float(days))
    assert (curate(board, SETTINGS)["insight.retired"] == 1) is fades
    assert row(board, "a")["status"] == ("retired" if fades else "approved")
    assert curate(board, SETTINGS)["insight.retired"] == 0


def test_what_a_person_said_does_not_fade(board: Board) -> None:
    """Nor what holds everywhere."""
    learn(board, "a", trust="human")
    learn(board, "b", "Mock the clock in tests.", scope="global")
    work(board, HERE, *[200.0] * 40)
    assert curate(board, SETTINGS)["insight.retired"] == 0


@pytest.mark.parametrize("sessions", [1, 2])
def test_what_agents_dispute_is_retired(board: Board, sessions: int) -> None:
    """In two sessions that were told it; one may be wrong."""
    learn(board, "a")
    for number in range(sessions):
        name = f"t{number}"
        began = {"session": name, "agent": "claude-code"}
        board.append([NewEvent("session.started", f"session:{name}", began, project=HERE)])
        told = ContextInjected(session=name, text="words", items=["a"], tokens=9)
        said = LessonDisputed(lesson="a", session=name, verdict="wrong", reason="it is not so")
        board.append([new(told, project=HERE), new(said, project=HERE)])
    assert curate(board, SETTINGS)["insight.retired"] == (sessions == 2)
