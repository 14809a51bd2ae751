"""After the merge: the issue gets one comment about whether the pattern recurred."""

from __future__ import annotations

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events.automation import (
    AutomationTriggered,
    ImprovementRequested,
    IssueCreated,
    PrCreated,
    RunStarted,
)
from blackboard.events.payload import PayloadModel, new
from blackboard.events.reflection import Pattern, PatternDetected
from blackboard.events.review import PrMerged
from scheduler.automation.impact import due, measure
from scheduler.forge.forge import ForgeUnavailable
from tests.scheduler.forge.memory_forge import MemoryForge

PROJECT, NAME = "github.com/acme/web", "f1"
PATTERN = Pattern(type="error_patterns", severity="high", count=6, suggestion="Mend it.")
HOUR = 3_600_000_000


def _told(payload: PayloadModel, stream: str, at: int | None = None) -> NewEvent:
    return new(payload, stream=stream, project=PROJECT, occurred_at=at)


def _merged(board: Board, at: int) -> None:
    """An improvement with its issue, run and merged pull request."""
    request = ImprovementRequested(
        request="r1",
        issue_title="Mend it",
        issue_description="It fails.",
        priority="high",
        improvement_type="error_handling",
        source_pattern=PATTERN,
        context={"fingerprint": NAME},
    )
    issue = IssueCreated(request="r1", number=1, url="https://x/1", fingerprint=NAME)
    started = RunStarted(run="run1", request="r1", workflow="default", steps=["1"])
    created = PrCreated(run="run1", number=2, url="https://x/2", branch="feat/issue-1-mend")
    board.append(
        [
            _told(AutomationTriggered(subject="s0", fingerprint=NAME, dry_run=False), "a"),
            _told(request, "a"),
            _told(issue, "run:run1"),
            _told(started, "run:run1"),
            _told(created, "run:run1"),
            _told(PrMerged(number=2), f"pr:{PROJECT}#2", at),
        ]
    )


def _session(board: Board, name: str, at: int, *, again: bool) -> None:
    message = {"session": name, "role": "user", "text": "Go on."}
    events = [NewEvent("message.recorded", f"session:{name}", message, 1, PROJECT, "", at)]
    if again:
        found = PatternDetected(subject=name, pattern=PATTERN, fingerprint=NAME)
        events.append(_told(found, f"reflection:{name}"))
    board.append(events)


def _forge() -> MemoryForge:
    forge = MemoryForge()
    forge.create_issue("Mend it", "It fails.", [], NAME)
    return forge


@pytest.mark.parametrize(("again", "said"), [(False, "has not come again"), (True, "2 of 3")])
def test_the_issue_is_told_once_how_it_turned_out(board: Board, again: bool, said: str) -> None:
    """After enough sessions there is one comment, however often it is measured."""
    _merged(board, 100 * HOUR)
    _session(board, "before", 99 * HOUR, again=True)
    for number in range(3):
        _session(board, f"after{number}", (101 + number) * HOUR, again=again and number < 2)
    forge = _forge()
    (outcome,) = measure(board, forge, PROJECT, enough=3)
    assert (outcome.sessions, outcome.recurred) == (3, 2 if again else 0)
    assert said in outcome.comment
    assert measure(board, forge, PROJECT, enough=3) == []


def test_nothing_is_told_before_enough_sessions_or_before_the_merge(board: Board) -> None:
    """Two sessions are not three, and what was not merged is not judged."""
    _session(board, "early", HOUR, again=True)
    assert due(board, PROJECT, 1) == []
    _merged(board, 100 * HOUR)
    for number in range(2):
        _session(board, f"after{number}", (101 + number) * HOUR, again=False)
    assert due(board, PROJECT, 3) == []
    assert len(due(board, PROJECT, 2)) == 1


def test_what_the_forge_refuses_is_told_another_time(board: Board) -> None:
    """Nothing is remembered of a comment that could not be made."""

    class Gone(MemoryForge):
        def comment(self, number: int, body: str, key: str) -> None:
            raise ForgeUnavailable("no network", "offline")

    _merged(board, 100 * HOUR)
    _session(board, "after", 101 * HOUR, again=False)
    with pytest.raises(ForgeUnavailable):
        measure(board, Gone(), PROJECT, enough=1)
    assert len(measure(board, _forge(), PROJECT, enough=1)) == 1
