"""The critiques view: a recommendation's last form, its score, and what became of it."""

from __future__ import annotations

import pytest

from blackboard.board import Board
from blackboard.event import NewEvent
from reflect.critic.process import events, process
from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import CriticSettings

ISSUE = "`fetch_rates` in rates/client.py hangs for minutes when the provider is down."


def _told(board: Board, *instructions: str, issue: str = ISSUE) -> None:
    given = [Recommendation(id=f"r{n}", instruction=text, issue=issue)
             for n, text in enumerate(instructions)]  # fmt: skip
    for course in process(given, CriticSettings()).courses:
        board.append(events(course, project="p"))


def test_a_kept_recommendation_shows_its_last_form_and_the_score_of_that_form(board: Board) -> None:
    """Refined once, it stands with the refined scope and is accepted."""
    _told(board, "Give up on the provider after 5 seconds.")
    row = board.row("critiques", "r0")
    assert row["status"] == "refined"
    assert row["refinements"] == 1
    assert "client.py" in row["scope"]
    assert (row["quality_score"] or 0) >= 0.7


@pytest.mark.parametrize(
    ("text", "status", "veto"),
    [
        ("Review and fix the problems.", "discarded", None),
        ("Push with --force to main.", "vetoed", "harm"),
        ("Rename the invoices.", "not_good_enough", None),
    ],
)
def test_what_was_not_accepted_says_why(
    board: Board, text: str, status: str, veto: str | None
) -> None:
    """What is vague, harmful or only fair is on the board with the reason."""
    _told(board, text, issue="")
    row = board.row("critiques", "r0")
    assert (row["status"], row["veto"]) == (status, veto)
    assert bool(row["veto_reason"]) == (veto is not None)
    assert row["refinement_suggestions"]


@pytest.mark.parametrize(
    ("should_discard", "score", "status"),
    [(True, 0.2, "discarded"), (False, 0.82, "not_good_enough")],
)
def test_what_old_boards_call_discarded_is_read_by_its_critique(
    board: Board, should_discard: bool, score: float, status: str
) -> None:
    """Before the other outcomes existed, all that was not accepted had the reason `quality`."""
    stream = "recommendation:r0"
    board.append(
        [
            NewEvent("recommendation.proposed", stream,
                     {"recommendation": "r0", "instruction": "Pin it."}),
            NewEvent("critique.recorded", stream,
                     {"recommendation": "r0", "actionable": True, "fixes_issue": False,
                      "specific": True, "quality_score": score, "should_discard": should_discard,
                      "needs_refinement": not should_discard}),
            NewEvent("recommendation.discarded", stream,
                     {"recommendation": "r0", "reason": "quality", "quality_score": score}),
        ]
    )  # fmt: skip
    assert board.row("critiques", "r0")["status"] == status


def test_a_later_outcome_replaces_the_veto(board: Board) -> None:
    """Judged again and accepted, nothing of the veto is left."""
    harmless = "Set `timeout=5` in the `requests.get` call of rates/client.py."
    _told(board, "Push with --force to main.")
    _told(board, harmless)
    row = board.row("critiques", "r0")
    assert (row["status"], row["veto"], row["veto_reason"]) == ("accepted", None, None)


def test_a_duplicate_names_what_it_repeats(board: Board) -> None:
    """The better one stays, the other one points at it."""
    text = "Set `timeout=5` in the `requests.get` call of rates/client.py."
    _told(board, text, f"{text} ")
    assert [row["status"] for row in board.view("critiques", order="recommendation")] == [
        "accepted",
        "duplicate",
    ]
    assert board.row("critiques", "r1")["duplicate_of"] == "r0"
