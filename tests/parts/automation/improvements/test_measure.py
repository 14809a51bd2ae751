"""After the merge: the issue is told once how it went, and is opened again where it failed."""

from __future__ import annotations

import pytest

from blackboard.board import Board
from blackboard.events.automation import (
    AutomationTriggered,
    ImprovementRequested,
    IssueCreated,
    PrCreated,
    RunStarted,
)
from blackboard.events.payload import PayloadModel, new
from blackboard.events.reflection import Pattern, SessionExamined
from blackboard.events.repository import ProjectMerged
from blackboard.events.review import PrMerged
from blackboard.events.session import SessionEnded
from lessonboard.parts.automation.forge.forge import Cause, ForgeUnavailable
from lessonboard.parts.automation.improvements.measure import awaited, due, measure
from reflect.examine import examine
from reflect.fingerprint import fingerprint
from tests.parts.automation.forge.memory_forge import MemoryForge
from tests.reflect.talks import ran, says, session

PROJECT = "github.com/acme/web"
LOST = "error: no space left"
PATTERN = Pattern(
    type="error_patterns", severity="high", count=6, suggestion="Mend it.",
    context={"signatures": [LOST]},
)  # fmt: skip
NAME = fingerprint(PROJECT, PATTERN)
HOUR = 3_600_000_000
NOW = 1_700_000_000_000_000
"""When the sessions of the tests begin."""


def put(board: Board, payload: PayloadModel, stream: str, at: int | None = None) -> None:
    """Append an event of the project."""
    board.append([new(payload, stream=stream, project=PROJECT, occurred_at=at)])


def merged(board: Board, at: int = NOW - HOUR) -> None:
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
    put(board, AutomationTriggered(subject="s0", fingerprint=NAME, dry_run=False), "a")
    put(board, request, "a")
    for event in (issue, started, created):
        put(board, event, "run:run1")
    put(board, PrMerged(number=2), f"pr:{PROJECT}#2", at)


def worked(board: Board, name: str, *, again: bool) -> None:
    """A session that begins after the merge, in which the error occurred once or not at all."""
    failing = ran("make dist", LOST, fails=True)
    board.append(
        session([says("Go on."), failing if again else ran("make")], name, project=PROJECT)
    )
    board.record(SessionEnded(session=name), actor="hook", project=PROJECT)


@pytest.fixture
def forge() -> MemoryForge:
    """A forge with the closed issue of the improvement and its pull request."""
    made = MemoryForge()
    made.create_issue("Mend it", "It fails.", [], NAME)
    made.create_draft("Mend it", "It fails.", "feat/issue-1-mend", "main")
    made.close_issue(NAME)
    return made


def test_a_pattern_that_came_again_is_never_reported_as_gone(
    board: Board, forge: MemoryForge
) -> None:
    """One error in a session is below every threshold of a pattern, and it counts all the same."""
    merged(board)
    for number in range(6):
        worked(board, f"s{number}", again=True)
    (found,) = measure(board, forge, PROJECT, enough=6)
    assert (found.after.seen, found.after.examined, found.outcome) == (6, 6, "failed")
    assert "seen in 6 of 6 sessions" in forge.comments[1, "measured-r1"]
    assert forge.issues[NAME].state == "open"
    assert board.row("automation", NAME)["outcome"] == "failed"


def test_a_pattern_that_stayed_away_is_told_with_its_counts(
    board: Board, forge: MemoryForge
) -> None:
    """The issue stays closed, and measuring again says nothing more."""
    merged(board)
    for number in range(3):
        worked(board, f"s{number}", again=False)
    (found,) = measure(board, forge, PROJECT, enough=3)
    assert (found.after, found.outcome) == ((0, 3), "held")
    assert forge.issues[NAME].state == "closed"
    assert measure(board, forge, PROJECT, enough=3) == []
    assert len(forge.comments) == 1


def test_sessions_that_were_not_examined_for_it_are_not_enough(board: Board) -> None:
    """A detector that was added later says nothing of the sessions before it."""
    merged(board)
    for number in range(3):
        worked(board, f"s{number}", again=False)
        other = SessionExamined(subject=f"s{number}", detectors=["long_session"])
        put(board, other, f"reflection:s{number}")
    assert due(board, PROJECT, 1) == []


def test_nothing_is_said_before_enough_sessions_or_before_the_merge(
    board: Board, forge: MemoryForge
) -> None:
    """Two sessions are not three, and what was not merged is not judged."""
    for number in range(2):
        worked(board, f"s{number}", again=False)
    assert measure(board, forge, PROJECT, enough=1) == []
    merged(board)
    assert measure(board, forge, PROJECT, enough=3) == []
    assert len(measure(board, forge, PROJECT, enough=2)) == 1


def test_what_was_reverted_is_not_measured(board: Board, forge: MemoryForge) -> None:
    """The sessions since ran without the change; the pull request is known as reverted."""
    merged(board)
    worked(board, "s1", again=True)
    forge.reverted.add(2)
    assert measure(board, forge, PROJECT, enough=1) == []
    assert forge.comments == {}
    assert board.row("reviews", f"{PROJECT}#2")["state"] == "reverted"
    assert due(board, PROJECT, 1) == []


@pytest.mark.parametrize("method", ["comment", "reopen_issue"])
@pytest.mark.parametrize("cause", ["offline", "refused"])
def test_what_was_cut_off_is_told_once_as_it_was_recorded(
    board: Board, forge: MemoryForge, method: str, cause: Cause
) -> None:
    """Sessions that came meanwhile change neither the record nor what is told."""
    merged(board)
    worked(board, "s1", again=True)
    forge.fails[method] = cause
    with pytest.raises(ForgeUnavailable):
        measure(board, forge, PROJECT, enough=1)
    assert board.row("automation", NAME)["reported_at"] is None
    for number in range(9):
        worked(board, f"later{number}", again=False)
    forge.fails.clear()
    assert awaited(board, PROJECT)
    (found,) = measure(board, forge, PROJECT, enough=1)
    assert (found.after, found.outcome) == ((1, 1), "failed")
    assert "seen in 1 of 1 session " in forge.comments[1, "measured-r1"]
    assert forge.issues[NAME].state == "open"
    assert not awaited(board, PROJECT)


def test_a_joined_name_of_the_project_is_looked_for_too(board: Board, forge: MemoryForge) -> None:
    """A renamed repository has other fingerprints; the pattern is the same."""
    merged(board)
    board.record(ProjectMerged(project="github.com/acme/site", into=PROJECT), actor="human")
    for number in range(3):
        events = [says("Go on."), ran("make dist", LOST, fails=True)]
        name = f"s{number}"
        board.append(session(events, name, project="github.com/acme/site"))
        board.record(SessionEnded(session=name), actor="hook", project="github.com/acme/site")
    (found,) = measure(board, forge, board.project(PROJECT) or PROJECT, enough=3)
    assert found.after == (3, 3)


def test_subagents_count_for_the_session_that_started_them(
    board: Board, forge: MemoryForge
) -> None:
    """One session with nine subagents is one, and what one of them met was met in it."""
    merged(board)
    worked(board, "s1", again=False)
    for number in range(9):
        worked(board, f"s1/agent{number}", again=number == 4)
    (found,) = measure(board, forge, PROJECT, enough=1)
    assert (found.sessions, found.after) == (1, (1, 1))


def test_a_session_that_only_began_is_not_counted_yet(board: Board) -> None:
    """It has made no call, or is not over."""
    merged(board)
    board.append(session([says("Go on.")], "silent", project=PROJECT))
    board.append(session([says("Go on."), ran("make")], "working", project=PROJECT))
    examine(board)
    assert due(board, PROJECT, 1) == []
