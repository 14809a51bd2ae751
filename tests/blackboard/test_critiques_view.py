"""The critiques view: a recommendation's last form, its score, and what became of it."""

from __future__ import annotations

import pytest

from blackboard.board import Board
from reflect.critic.process import events, process
from reflect.critic.recommendation import Recommendation
from reflect.critic.settings import CriticSettings

ISSUE = "`fetch_rates` in rates/client.py hangs for minutes when the provider is down."


def _told(board: Board, *instructions: str) -> None:
    given = [Recommendation(id=f"r{n}", instruction=text, issue=ISSUE)
             for n, text in enumerate(instructions)]  # fmt: skip
    for course in process(given, CriticSettings()).courses:
        board.append(events(course, project="p"))


def test_a_kept_recommendation_shows_its_last_form_and_the_score_of_that_form(board: Board) -> None:
    """Refined once, it stands with the refined scope and is accepted."""
    _told(board, "Give up on the provider after 5 seconds.")
    row = board.row("critiques", "r0")
    assert row["status"] == "accepted"
    assert row["refinements"] == 1
    assert "client.py" in row["scope"]
    assert (row["quality_score"] or 0) >= 0.7


@pytest.mark.parametrize("text", ["Review and fix the problems.", "Push with --force to main."])
def test_a_discarded_recommendation_says_so(board: Board, text: str) -> None:
    """What is vague or harmful is on the board with the reason."""
    _told(board, text)
    row = board.row("critiques", "r0")
    assert row["status"] == "discarded"
    assert row["refinement_suggestions"]


def test_a_duplicate_names_what_it_repeats(board: Board) -> None:
    """The better one stays, the other one points at it."""
    text = "Set `timeout=5` in the `requests.get` call of rates/client.py."
    _told(board, text, f"{text} ")
    assert [row["status"] for row in board.view("critiques", order="recommendation")] == [
        "accepted",
        "duplicate",
    ]
    assert board.row("critiques", "r1")["duplicate_of"] == "r0"
