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
from tests.reflect.accounts.test_account import SHOWN, counted, rows
from tests.reflect.curator.test_policy import row
from tests.reflect.talks import ran, session

SETTINGS = CuratorSettings()
FAILED = {**SHOWN, "recurred_at": 11}
PROVED = counted([*rows("a", 10, **FAILED), *rows("b", 10, obeyed_at=11)])
START = 1_700_000_000


def test_a_lesson_with_which_its_failure_comes_back_more_often_harms() -> None:
    """Only if the whole interval is on the bad side."""
    assert why_harmful(PROVED, SETTINGS) == (
        "its failure came back in 10 of 10 sessions with it, in 0 of 10 without it"
    )
    unsure = counted([
        *rows("a", 6, **FAILED), *rows("b", 6, **SHOWN, obeyed_at=11),
        *rows("c", 5, recurred_at=11), *rows("d", 6, obeyed_at=11),
    ])  # fmt: skip
    assert why_harmful(unsure, SETTINGS) == ""
    assert why_harmful(PROVED, CuratorSettings(evidence_sessions=11, harm_injections=99)) == ""


@pytest.mark.parametrize(
    ("exposures", "harms"),
    [
        (rows("a", 2, **SHOWN, disputed_at=15), True),
        (rows("a", 5, disputed_at=15), False),
        (rows("a", 1, **SHOWN, disputed_at=15), False),
        (rows("a", 3, **FAILED) + rows("b", 2, **SHOWN), True),
        (rows("a", 3, **FAILED) + rows("b", 1, **SHOWN), False),
        (rows("a", 3, **FAILED) + rows("b", 4, **SHOWN), False),
        (rows("a", 5, **FAILED) + rows("b", 1, **SHOWN, obeyed_at=11), False),
        ([], False),
    ],
    ids=[
        "disputed",
        "disputed unseen",
        "disputed once",
        "no help",
        "too few",
        "too seldom",
        "obeyed",
        "unused",
    ],
)
def test_thresholds_are_met_from_below(exposures: list[Any], harms: bool) -> None:
    """Disputed in two sessions, or shown in five, half of them failed and none obeyed."""
    assert bool(why_harmful(counted(exposures), SETTINGS)) == harms


def test_the_thresholds_are_settings() -> None:
    """Who is patient waits longer."""
    disputed = counted(rows("a", 2, **SHOWN, disputed_at=15))
    assert not why_harmful(disputed, CuratorSettings(harm_disputes=3))
    failed = counted(rows("a", 5, **FAILED))
    assert not why_harmful(failed, CuratorSettings(harm_injections=6))
    half = counted(rows("a", 5, **FAILED) + rows("b", 4, **SHOWN))
    assert not why_harmful(half, CuratorSettings(harm_recurrence=0.6))


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
    found = harmful([(row(**fields), PROVED)], SETTINGS)
    assert [each.lesson for each in found] == (["a"] if retired else [])


def test_an_account_without_harm_retires_nothing() -> None:
    """A lesson that was never shown has done no harm."""
    assert harmful([(row(), counted([]))], SETTINGS) == []


# On a board


def fail(board: Board, count: int, name: str = "a") -> None:
    """Sessions that were shown the lesson, and failed anyway."""
    error = "npm error Missing script: test"
    for number in range(count):
        steps = session([ran("npm test", error, fails=True)], f"s{number}", project=HERE)
        payload = {"session": f"s{number}", "items": [name], "text": "t", "tokens": 5}
        at = START * 1_000_000 + 1
        board.append(
            [
                *steps,
                NewEvent(
                    "context.injected", f"context:s{number}", payload, project=HERE, occurred_at=at
                ),
            ]
        )


def learn(board: Board, **fields: Any) -> None:
    """A lesson that does not help."""
    signs: dict[str, Any] = {
        "signatures": ["npm error missing script: test"],
        "commands": ["npm test"],
    }
    board.append([lesson("a", "Run `npm i` before `npm test`.", at=START - 9, **signs, **fields)])


def whole(board: Board) -> list[str]:
    """What the report says about harm."""
    span = Span(0, 2 * START * 1_000_000, 60, 10)
    return [line.why for line in report(board, span, None, SETTINGS).harmed]


def test_a_harmful_lesson_is_retired_with_the_reason_and_can_be_restored(board: Board) -> None:
    """Sessions are judged first; the policy does not repeat what a person took back."""
    learn(board)
    fail(board, 5)
    assert curate(board, SETTINGS) == {"lesson.retired": 1}
    gone = board.row("lessons", "a")
    why = "shown in 5 sessions, its failure came back in 5 of them, and it was never obeyed"
    assert (gone["status"], gone["reason"]) == ("retired", f"harmful: {why}")
    assert whole(board) == [f"retired: {why}"]
    decisions.undo(board, gone, "lessons")
    assert curate(board, SETTINGS) == {}
    assert board.row("lessons", "a")["status"] == "candidate"
    assert whole(board) == [why]


def test_a_safety_lesson_that_harms_is_only_reported(board: Board) -> None:
    """Agents that do not obey a warning must not make it go away."""
    learn(board, severity="high", category="security")
    fail(board, 5)
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
    fail(board, 5)
    span = Span(0, 2 * START * 1_000_000, 60, 10)
    assert report(board, span, [HERE], SETTINGS).silent == (0, 5)
    assert report(board, span, ["github.com/x/y"], SETTINGS).is_empty
