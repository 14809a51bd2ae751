"""The view of runs: given events, this row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events import automation
from blackboard.events.payload import PayloadModel, new
from blackboard.views.rows import RunRow
from blackboard.views.view import fold
from lessonboard.parts.automation.views.runs import RUNS

START = 1_700_000_000_000_000
BEGUN = automation.RunStarted(
    run="run-1", request="request-1", workflow="default", steps=["1", "2", "3"],
    folder="/home/ada/web", agent="claude",
)  # fmt: skip


def done(step: str, **evidence: object) -> automation.StepCompleted:
    """A step that showed something."""
    return automation.StepCompleted(run="run-1", step=step, evidence=evidence)


def failed(step: str, reason: str = "no") -> automation.StepFailed:
    """A step that did not."""
    return automation.StepFailed(run="run-1", step=step, reason=reason)


def events(*payloads: PayloadModel) -> list[NewEvent]:
    """Events a microsecond apart."""
    return [
        new(each, stream="run:run-1", project="web", occurred_at=START + at)
        for at, each in enumerate(payloads)
    ]


def row(board: Board, *payloads: PayloadModel) -> RunRow:
    """The row after some events."""
    board.append(events(*payloads))
    return board.row("runs", "run-1")


def test_a_run_that_began_has_its_first_step_before_it(board: Board) -> None:
    """Everything else is empty."""
    found = row(board, BEGUN)
    assert found == {
        "run": "run-1", "request": "request-1", "project": "web", "workflow": "default",
        "folder": "/home/ada/web", "agent": "claude", "state": "running",
        "steps": ["1", "2", "3"], "completed": [], "failed": {}, "steps_done": 0,
        "steps_total": 3, "current": "1", "issue": None, "pr": None, "branch": None,
        "reason": "", "started_at": START, "last_at": found["last_at"],
    }  # fmt: skip


def test_what_steps_have_made_is_in_the_row(board: Board) -> None:
    """Issue, branch and pull request, and that all is done."""
    opened = automation.PrCreated(run="run-1", number=9, url="u", branch="feat/b")
    found = row(board, BEGUN, done("1", issue=7), done("2", branch="feat/b"), opened,
                done("3", **{"pull-request": 9}), automation.RunCompleted(run="run-1"))  # fmt: skip
    assert (found["issue"], found["branch"], found["pr"]) == (7, "feat/b", 9)
    assert (found["state"], found["steps_done"], found["current"]) == ("completed", 3, None)


def test_a_step_that_failed_is_passed_by_and_kept(board: Board) -> None:
    """With its reason, until it is shown after all."""
    found = row(board, BEGUN, failed("1", "too slow"))
    assert (found["failed"], found["current"], found["steps_done"]) == ({"1": "too slow"}, "2", 0)
    found = row(board, done("1"))
    assert (found["failed"], found["completed"], found["current"]) == ({}, ["1"], "2")


def test_a_run_that_failed_goes_on_at_the_step_that_ended_it(board: Board) -> None:
    """Steps that were merely noted stay so."""
    ended = automation.RunFailed(run="run-1", reason="no", step="2")
    found = row(board, BEGUN, failed("1"), failed("2"), ended)
    assert (found["state"], found["current"], found["reason"]) == ("failed", "2", "no")
    found = row(board, automation.RunResumed(run="run-1", step="2"))
    assert (found["state"], found["current"], found["reason"]) == ("running", "2", "")
    assert found["failed"] == {"1": "no"}


def test_a_cancelled_run_says_why(board: Board) -> None:
    """And stays cancelled, whatever its last step still tells."""
    found = row(board, BEGUN, automation.RunCancelled(run="run-1", reason="later"), done("1"))
    assert (found["state"], found["reason"], found["steps_done"]) == ("cancelled", "later", 1)


def test_steps_of_a_run_that_nobody_saw_begin_are_nothing(board: Board) -> None:
    """A forgotten beginning leaves no half row."""
    board.append(events(done("1"), failed("2")))
    assert board.view("runs") == []


@pytest.mark.parametrize("payload", [BEGUN, done("1", issue=7)])
def test_what_is_told_twice_counts_once(board: Board, payload: PayloadModel) -> None:
    """A second telling changes nothing but the time."""
    once = row(board, BEGUN, done("1", issue=7))
    twice = row(board, payload)
    assert {**twice, "last_at": 0} == {**once, "last_at": 0}


_ANY = st.sampled_from(
    [
        BEGUN,
        *[done(step) for step in "123"],
        *[failed(step) for step in "123"],
        automation.RunFailed(run="run-1", reason="no", step="2"),
        automation.RunResumed(run="run-1", step="2"),
        automation.RunCompleted(run="run-1"),
        automation.RunCancelled(run="run-1"),
    ]
)


@given(st.lists(_ANY, max_size=12), st.integers(0, 12))
def test_folding_in_two_halves_equals_folding_once(told: list[PayloadModel], cut: int) -> None:
    """Wherever the cut is."""
    with Board.open(":memory:") as board:
        given_events = board.append(events(*told)) if told else []
        once = fold(RUNS, given_events)
        assert fold(RUNS, given_events[cut:], fold(RUNS, given_events[:cut])) == once
