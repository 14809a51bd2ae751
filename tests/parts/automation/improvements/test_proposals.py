"""What is proposed: what recurs over sessions, within the switch, budgets and fingerprints."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.views.rows import SessionRow
from lessonboard.part_settings import AutomationSettings
from lessonboard.parts.automation.dispatching import shows_something
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.improvements.proposals import proposals, titles
from lessonboard.parts.automation.improvements.session import patterns_of
from tests.conftest import FixedClock
from tests.reflect.talks import PROJECT, looked, ran, session

NO_RULE = "make: *** No rule to make target 'tiles'.  Stop."
TITLE = "Improve error patterns handling: make: *** No rule to make target 'tiles'. Stop."
ON = {"automation_enabled": True}


@pytest.fixture
def newest(board: Board) -> SessionRow:
    """The last of three sessions in which one command failed 3, 3 and 4 times."""
    for number, times in enumerate((3, 3, 4)):
        steps = [looked()] * number + [ran("make tiles", NO_RULE, fails=True)] * times
        board.append(session(steps, f"s{number}"))
    return board.row("sessions", "s2")


def machine(board: Board, clock: FixedClock, **settings: Any) -> Automation:
    """The automation of the project."""
    return Automation(board, PROJECT, AutomationSettings.model_validate(settings), clock.now)


def test_a_dry_run_proposes_what_recurs_once(
    board: Board, clock: FixedClock, newest: SessionRow
) -> None:
    """Under the fingerprint of the failure, so another session of it changes nothing."""
    on = machine(board, clock, **ON)
    verdict = on.consider(patterns_of(board, newest))
    assert (verdict.triggers, verdict.reason) == (True, "")
    found = {check.name: check.found for check in verdict.checks}
    assert found["pattern"] == "error patterns, 10 times in 3 sessions"
    again = machine(board, clock, **ON, trigger_thresholds={"cooldown_hours": 0})
    assert again.explain(patterns_of(board, newest)).reason == "new: has one already"
    assert board.view("work") == []


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({}, "enabled"),
        ({**ON, "daily_budget": 0}, "daily budget"),
        ({**ON, "whole_board": {"weekly_budget": 0}}, "board weekly budget"),
        ({**ON, "forbidden_topics": ["tiles"]}, "topic"),
        ({**ON, "trigger_thresholds": {"min_pattern_count": 11}}, "count"),
        ({**ON, "trigger_thresholds": {"min_pattern_count": 10}}, ""),
    ],
)
def test_what_recurs_has_the_limits_of_any_pattern(
    board: Board, clock: FixedClock, newest: SessionRow, settings: dict[str, Any], reason: str
) -> None:
    """Opt-in, budgets, topics and thresholds."""
    verdict = machine(board, clock, **settings).explain(patterns_of(board, newest))
    assert verdict.reason.partition(":")[0] == reason


def test_a_proposal_waits_for_a_person_while_all_is_off(
    board: Board, clock: FixedClock, newest: SessionRow
) -> None:
    """With its title, count and newest session; not any more once it has an improvement."""
    off = machine(board, clock)
    (each,) = proposals(board, PROJECT, off)
    assert (each.title, each.pattern.count, each.sessions) == (TITLE, 10, 3)
    assert each.session in ("s0", "s1", "s2")
    assert proposals(board, PROJECT, machine(board, clock, forbidden_topics=["tiles"])) == []
    off.enable(dry_run=True)
    off.consider(patterns_of(board, newest))
    assert proposals(board, PROJECT, off) == []
    assert list(titles(board, PROJECT, board.view("automation")).values()) == [TITLE]


def test_a_session_is_looked_at_for_what_others_show_too(board: Board, newest: SessionRow) -> None:
    """By itself it would be passed over when it ends."""
    assert shows_something(board, newest)


def test_the_issue_says_over_how_many_sessions(
    board: Board, clock: FixedClock, newest: SessionRow
) -> None:
    """And that the whole count, not that of the last session, makes its priority."""
    machine(board, clock, **ON, dry_run=False).consider(patterns_of(board, newest))
    (request,) = [event.payload or {} for event in board.read(types=["improvement.requested"])]
    assert "occurred 10 times in 3 sessions" in request["issue_description"]
    assert (request["issue_title"], request["priority"]) == (TITLE, "high")


def test_what_an_earlier_version_proposed_or_filed_is_not_proposed_again(
    board: Board, clock: FixedClock
) -> None:
    """It knew the error by its masked line, and wrote the fingerprint of that (decision 0065)."""
    go = "/bin/bash: line 1: go: command not found"
    for number in range(3):
        board.append(session([ran("go build ./...", go, fails=True)] * 4, f"s{number}"))
    row = board.row("sessions", "s2")
    assert machine(board, clock, **ON).explain(patterns_of(board, row)).triggers
    before = hashlib.sha256(
        f"{PROJECT}\nerror_patterns\n<path>: line #: go: command not found".encode()
    ).hexdigest()[:16]
    old = {"subject": "s1", "fingerprint": before, "dry_run": True}
    stream = f"automation:{PROJECT}"
    board.append([NewEvent("automation.triggered", stream, old, project=PROJECT)])
    again = machine(board, clock, **ON, trigger_thresholds={"cooldown_hours": 0})
    verdict = again.explain(patterns_of(board, row))
    assert (verdict.reason, verdict.fingerprint) == ("new: has one already", before)
    assert proposals(board, PROJECT, again) == []
    (title,) = titles(board, PROJECT, board.view("automation")).values()
    assert "go" in title
