"""The view of the automation: given events, this row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackboard import ids
from blackboard.board import Board
from blackboard.event import NewEvent
from blackboard.events import automation
from blackboard.events.payload import PayloadModel, new
from blackboard.events.reflection import Pattern
from blackboard.views.rows import AutomationRow
from blackboard.views.view import fold
from lessonboard.parts.automation.views.automation import AUTOMATION
from tests.conftest import FixedClock
from tests.long_runs import rounds

START = 1_700_000_000_000_000
PATTERN = Pattern(type="error_patterns", severity="high", count=6, suggestion="Look into it.")


def tell(board: Board, *payloads: PayloadModel) -> list[AutomationRow]:
    """The view after some events of project p, told at the board's time."""
    board.append([new(each, stream="s", project="p") for each in payloads])
    return board.view("automation", order="fingerprint")


def triggered(*, dry_run: bool, subject: str = "s1", name: str = "f1") -> PayloadModel:
    """A trigger of one fingerprint."""
    return automation.AutomationTriggered(subject=subject, fingerprint=name, dry_run=dry_run)


def suppressed(reason: str, name: str = "f1") -> PayloadModel:
    """A trigger that was decided against."""
    return automation.AutomationSuppressed(subject="s1", fingerprint=name, reason=reason)


def requested(**context: Any) -> PayloadModel:
    """A request that names its fingerprint, if it does, in its context."""
    return automation.ImprovementRequested(
        request="request-1", issue_title="Improve it", issue_description="It failed.",
        priority="high", improvement_type="error_handling", source_pattern=PATTERN, context=context,
    )  # fmt: skip


def test_from_trigger_to_issue_is_one_row(board: Board, clock: FixedClock) -> None:
    """First only shown, then decided against, then meant, asked for and opened."""
    tell(board, triggered(dry_run=True), suppressed("cooldown: too soon"))
    clock.advance(5)
    rows = tell(
        board,
        triggered(dry_run=False, subject="s2"),
        requested(fingerprint="f1"),
        automation.IssueCreated(request="request-1", number=7, url="u", fingerprint="f1"),
    )
    assert rows == [
        {
            "fingerprint": "f1",
            "project": "p",
            "subject": "s2",
            "triggers": 1,
            "dry_runs": 1,
            "suppressed": 1,
            "reason": "cooldown: too soon",
            "request": "request-1",
            "title": "Improve it",
            "issue": 7,
            "url": "u",
            "last_triggered_at": START + 5,
            "outcome": None,
            "measured_at": None,
            "reported_at": None,
            "examined": None,
            "recurred": None,
        }
    ]


def measured(request: str, verdict: str) -> PayloadModel:
    """What was counted after a merge."""
    counted = {"fingerprint": "f1", "sessions": 9, "recurred": 2, "examined": 8}
    return automation.ImprovementMeasured.model_validate(
        {**counted, "request": request, "verdict": verdict}
    )


@pytest.mark.parametrize(("request_", "verdict"), [("request-1", ""), ("request-0", "held")])
def test_what_is_no_measurement_of_the_last_request_changes_nothing(
    board: Board, request_: str, verdict: str
) -> None:
    """One of an earlier request, and one from before verdicts, which did not say what it saw."""
    tell(board, triggered(dry_run=False), requested(fingerprint="f1"))
    (row,) = tell(board, measured(request_, verdict))
    assert row["outcome"] is None


def test_a_measurement_has_its_counts_and_when_it_was_told(board: Board) -> None:
    """In the row of its pattern."""
    tell(board, triggered(dry_run=False), requested(fingerprint="f1"))
    told = automation.ImprovementReported(fingerprint="f1", request="request-1")
    (row,) = tell(board, measured("request-1", "failed"), told)
    assert (row["outcome"], row["examined"], row["recurred"]) == ("failed", 8, 2)
    assert row["reported_at"] is not None


def test_each_fingerprint_has_a_row_of_its_own(board: Board) -> None:
    """The last reason is kept, and everything is counted."""
    rows = tell(
        board,
        suppressed("count: 1"),
        suppressed("count: 2"),
        triggered(dry_run=False, name="f2"),
        triggered(dry_run=False, name="f2"),
    )
    assert [(row["fingerprint"], row["suppressed"], row["triggers"]) for row in rows] == [
        ("f1", 2, 0),
        ("f2", 0, 2),
    ]
    assert rows[0]["reason"] == "count: 2"


def test_what_names_no_fingerprint_makes_no_row(board: Board) -> None:
    """A request made by hand, and an issue that somebody else opened."""
    issue = automation.IssueCreated(request="request-1", number=7, url="u")
    assert tell(board, requested(), requested(fingerprint=""), issue) == []
    assert [row["fingerprint"] for row in tell(board, requested(fingerprint=17))] == ["17"]


names = st.sampled_from(["f1", "f2", "", "日本語"])
contexts = st.fixed_dictionaries({}, optional={"fingerprint": names | st.integers(0, 2)})
payloads: st.SearchStrategy[PayloadModel] = st.one_of(
    st.builds(
        automation.AutomationTriggered, subject=names, fingerprint=names, dry_run=st.booleans()
    ),
    st.builds(automation.AutomationSuppressed, subject=names, fingerprint=names, reason=names),
    contexts.map(lambda context: requested(**context)),
    st.builds(
        automation.IssueCreated, request=names, number=st.integers(0, 9), url=names,
        fingerprint=names,
    ),
    st.builds(automation.AutomationEnabled),
    st.builds(automation.AutomationDisabled),
)  # fmt: skip
histories = st.lists(
    st.builds(
        new,
        payloads,
        stream=st.just("s"),
        project=st.sampled_from([None, "p"]),
        occurred_at=st.integers(0, 10**12),
    ),
    max_size=20,
).map(
    lambda events: [each._replace(id=ids.derived("t", str(at))) for at, each in enumerate(events)]
)


@settings(max_examples=rounds(5, 25))
@given(histories, st.integers(0, 20))
def test_tables_are_the_fold_however_it_is_cut(history: Sequence[NewEvent], cut: int) -> None:
    """Folding in two halves, in the engine, anew, and again is folding once."""
    with Board.open(":memory:") as board:
        board.append(history[:cut])
        board.catch_up()
        board.append(history[cut:])
        events = list(board.read())
        once = fold(AUTOMATION, events)
        assert fold(AUTOMATION, events[cut:], fold(AUTOMATION, events[:cut])) == once
        assert {row["fingerprint"]: row for row in board.view("automation")} == once
        board.replay("automation")
        assert board.append(history) == []
        assert {row["fingerprint"]: row for row in board.view("automation")} == once
