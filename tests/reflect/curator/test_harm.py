"""Harm: which lessons are let go by their accounts, which stay, and that it can be undone."""

from __future__ import annotations

from typing import Any

import pytest

from blackboard import Board, NewEvent
from reflect.accounts.digest import Span
from reflect.curator import decisions
from reflect.curator.curate import curate
from reflect.curator.harm import harmful, why_harmful
from reflect.curator.report import report
from reflect.curator.settings import CuratorSettings
from tests.blackboard.lessons import HERE, lesson
from tests.reflect.accounts.test_account import DRAWN, HELD, SHOWN, counted, rows
from tests.reflect.curator.test_policy import row
from tests.reflect.talks import ran, session

SETTINGS = CuratorSettings()
FAILED = {**DRAWN, "recurred_at": 11}
HARMFUL = counted([*rows("a", 10, **FAILED), *rows("b", 10, **HELD)])
WHY = (
    "its failure came back in 10 of 10 sessions with it, in 0 of 10 without it "
    "(+100 percentage points, 95% interval +"
)
START = 1_700_000_000


def test_a_lesson_with_which_its_failure_comes_back_more_often_harms() -> None:
    """Only if the whole interval is on the bad side."""
    assert why_harmful(HARMFUL, SETTINGS).startswith(WHY)
    unsure = counted([
        *rows("a", 6, **FAILED), *rows("b", 6, **DRAWN),
        *rows("c", 5, **HELD, recurred_at=11), *rows("d", 6, **HELD),
    ])  # fmt: skip
    assert why_harmful(unsure, SETTINGS) == ""


def test_a_lesson_is_not_judged_by_how_often_its_failure_comes_back() -> None:
    """In most sessions with it, but in all without it: it helps, whatever two agents say of it."""
    helpful = [*rows("a", 60, **FAILED), *rows("b", 40, **DRAWN),
               *rows("c", 50, **HELD, recurred_at=11)]  # fmt: skip
    assert counted(helpful).verdict == "helps"
    assert why_harmful(counted(helpful), SETTINGS) == ""
    disputed = [*helpful, *rows("d", 2, **DRAWN, disputed_at=15)]
    assert why_harmful(counted(disputed), SETTINGS) == ""
    assert why_harmful(counted(rows("a", 50, **SHOWN, recurred_at=11)), SETTINGS) == ""


@pytest.mark.parametrize(
    ("exposures", "harms"),
    [
        (rows("a", 2, **SHOWN, disputed_at=15), True),
        (rows("a", 5, disputed_at=15), False),
        (rows("a", 1, **SHOWN, disputed_at=15), False),
        ([], False),
    ],
    ids=["disputed", "disputed unseen", "disputed once", "unused"],
)
def test_what_agents_dispute_harms_where_nothing_better_is_known(
    exposures: list[Any], harms: bool
) -> None:
    """In two sessions that were shown it, which is a setting."""
    assert bool(why_harmful(counted(exposures), SETTINGS)) == harms
    assert not why_harmful(counted(exposures), CuratorSettings(harm_disputes=3))


@pytest.mark.parametrize(
    ("fields", "retired"),
    [
        ({}, True),
        ({"severity": "high", "category": "security"}, False),
        ({"severity": "high", "category": "testing"}, True),
        ({"severity": "medium", "category": "security"}, True),
        ({"trust": "human"}, False),
        ({"pinned": 1}, False),
        ({"status": "approved"}, True),
        ({"status": "rejected"}, False),
        ({"undone": ["lesson.retired"]}, False),
        ({"by": [("lesson.approved", "human")]}, False),
        ({"by": [("lesson.approved", "curator")]}, True),
    ],
    ids=str,
)
def test_only_what_a_policy_may_decide_is_retired(fields: dict[str, Any], retired: bool) -> None:
    """Safety lessons, and what a person said or decided, are left to people."""
    found = harmful([(row(**fields), HARMFUL)], SETTINGS)
    assert [each.lesson for each in found] == (["a"] if retired else [])


def test_an_account_without_harm_retires_nothing() -> None:
    """A lesson that was never shown has done no harm."""
    assert harmful([(row(), counted([]))], SETTINGS) == []


# On a board


def ingest(board: Board, name: str, *, fails: bool, held: bool) -> None:
    """A session in which chance decided whether it was shown the lesson, and what it did."""
    error = "npm error Missing script: test"
    steps = session(
        [ran("npm test", error, fails=True) if fails else ran("ls")], name, project=HERE
    )
    given: dict[str, Any] = {"session": name, "items": ["a"], "text": "t", "tokens": 5,
                             "one_in": {"a": 3}}  # fmt: skip
    if held:
        given = {"session": name, "lesson": "a", "one_in": 3}
    type_ = "lesson.withheld" if held else "context.injected"
    at = START * 1_000_000 + 1
    exposure = NewEvent(type_, f"context:{name}", given, project=HERE, occurred_at=at)
    board.append([*steps, exposure])


def harm(board: Board) -> None:
    """Sessions that fail with the lesson, and others that do not without it."""
    for number in range(10):
        ingest(board, f"with-{number}", fails=True, held=False)
        ingest(board, f"without-{number}", fails=False, held=True)


def learn(board: Board, **fields: Any) -> None:
    """A lesson that does not help."""
    signs: dict[str, Any] = {
        "signatures": ["npm error missing script: test"],
        "commands": ["npm test"],
    }
    board.append([lesson("a", "Run `npm i` before `npm test`.", at=START - 9, **signs, **fields)])


def whole(board: Board) -> list[str]:
    """What the report says about harm."""
    span = Span(0, 2 * START * 1_000_000, 60)
    return [line.why for line in report(board, span, None, SETTINGS).harmed]


def test_a_harmful_lesson_is_retired_with_the_reason_and_can_be_restored(board: Board) -> None:
    """Sessions are judged first; the policy does not repeat what a person took back."""
    learn(board)
    harm(board)
    assert curate(board, SETTINGS) == {"lesson.retired": 1}
    gone = board.row("lessons", "a")
    assert gone["status"] == "retired"
    assert gone["reason"].startswith(f"harmful: {WHY}")
    assert whole(board) == [f"retired: {gone['reason'].removeprefix('harmful: ')}"]
    decisions.undo(board, gone)
    assert curate(board, SETTINGS) == {}
    assert board.row("lessons", "a")["status"] == "candidate"
    (line,) = whole(board)
    assert line.startswith(WHY)


def test_a_lesson_that_fails_in_every_session_is_kept_until_it_is_compared(board: Board) -> None:
    """Nobody knows what happens without it."""
    learn(board)
    for number in range(20):
        ingest(board, f"s{number}", fails=True, held=False)
    assert curate(board, SETTINGS) == {}
    assert board.row("lessons", "a")["status"] == "candidate"


def test_a_safety_lesson_that_harms_is_only_reported(board: Board) -> None:
    """Agents that do not obey a warning must not make it go away."""
    learn(board, severity="high", category="security")
    harm(board)
    assert curate(board, SETTINGS) == {}
    (line,) = whole(board)
    assert line.endswith("; it stays until a person decides")


def test_a_lesson_that_two_agents_dispute_is_retired(board: Board) -> None:
    """The same agent twice is one, and one that was never shown the lesson is none."""
    learn(board)

    def dispute(name: str) -> None:
        given = {"lesson": "a", "session": name, "verdict": "wrong", "reason": "no such script"}
        board.append([NewEvent("lesson.disputed", "lesson:a", given, project=HERE)])

    def show(name: str) -> None:
        injection = {"session": name, "text": "...", "items": ["a"], "tokens": 9}
        began = {"session": name, "agent": "claude-code"}
        board.append([
            NewEvent("session.started", f"session:{name}", began, project=HERE),
            NewEvent("context.injected", f"context:{name}", injection, project=HERE),
        ])  # fmt: skip

    dispute("s0")
    show("s1")
    dispute("s1")
    dispute("s1")
    assert curate(board, SETTINGS) == {}
    show("s2")
    dispute("s2")
    assert curate(board, SETTINGS) == {"lesson.retired": 1}


def test_the_report_of_one_project_leaves_others_out(board: Board) -> None:
    """Also their sessions."""
    learn(board)
    harm(board)
    span = Span(0, 2 * START * 1_000_000, 60)
    assert report(board, span, [HERE], SETTINGS).silent == (10, 20)
    assert report(board, span, ["github.com/x/y"], SETTINGS).is_empty
