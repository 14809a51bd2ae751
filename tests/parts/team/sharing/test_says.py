"""What an author says of a lesson decides its status on a colleague's board."""

from __future__ import annotations

from typing import Any

from blackboard.board import Board
from blackboard.events.payload import new
from blackboard.events.team import LessonShared

_WORDS: dict[str, Any] = {
    "lesson": "l", "phase": "implement", "category": "tooling", "severity": "medium",
    "symptom": "", "root_cause": "", "resolution": "", "constraint": "Run `make seed` first.",
    "first_seen_at": 1, "last_seen_at": 1, "signed_by": "0" * 64,
}  # fmt: skip


def test_a_lesson_that_its_author_withdrew_is_retired_and_its_text_is_kept(board: Board) -> None:
    """A later revision offers it again."""
    found = []
    for revision, says in enumerate(("approved", "withdrawn", "approved")):
        shared = LessonShared.model_validate({**_WORDS, "revision": revision, "says": says})
        board.append([new(shared, actor="anna/human", project="github.com/acme/kite")])
        row = board.row("lessons", "l@anna")
        found.append((row["status"], row["trust"], row["constraint"]))
    words = _WORDS["constraint"]
    assert found == [
        ("approved", "team", words),
        ("retired", "imported", words),
        ("approved", "team", words),
    ]
