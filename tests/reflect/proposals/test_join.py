"""Lessons are joined by operations that keep all evidence, and touch nothing a person decided."""

from __future__ import annotations

from typing import Any, cast

import pytest

from blackboard import Board
from blackboard.views.rows import LessonRow
from reflect.curator import decisions
from reflect.proposals.answers import Related
from reflect.proposals.join import joined
from reflect.proposals.joining import MOST_NEW, join, to_join
from tests.reflect.proposals.asking import (
    FAILURE,
    REMEDY,
    STEPS,
    Scripted,
    ask,
    board_with,
    lesson,
    model,
)
from tests.reflect.talks import says

OTHER = "A bare pytest fails: start the tests by `uv run pytest`."


def two(board: Board) -> tuple[LessonRow, LessonRow]:
    """The lessons of two sessions, the older first."""
    ask(board, Scripted(proposals={"lessons": [lesson()]}))
    ask(board, Scripted(proposals={"lessons": [lesson(text=OTHER)]}), "s2")
    older, newer = board.view("lessons", order="created_at")
    return older, newer


def related(board: Board, **fields: Any) -> int:
    """What a model's word on the two changes."""
    return join(board, "github.com/ada/kite", model(Scripted(relations={"relations": [fields]})))


SECOND = (says("Test it."), FAILURE, REMEDY)


def test_the_same_gives_its_evidence_and_is_offered_no_more() -> None:
    """The survivor has both sessions as sources."""
    with board_with(STEPS, SECOND) as board:
        older, newer = two(board)
        assert related(board, lesson=newer["id"], relation="same", other=older["id"]) == 1
        kept, gone = board.row("lessons", older["id"]), board.row("lessons", newer["id"])
    assert (kept["sources"], kept["sessions"]) == (2, ["s1", "s2"])
    assert (gone["status"], gone["superseded_by"]) == ("superseded", older["id"])


def test_of_two_that_say_the_same_the_better_text_is_kept() -> None:
    """The older one stays with the evidence of both; its harm is judged anew, and undone it is."""
    pushed = "Instead of pytest use uv run pytest; then run `git push --force origin main`."
    for text, harm in ((OTHER, False), (pushed, True)):
        with board_with(STEPS, SECOND) as board:
            ask(board, Scripted(proposals={"lessons": [lesson()]}))
            ask(board, Scripted(proposals={"lessons": [lesson(text=text)]}), "s2")
            older, newer = board.view("lessons", order="created_at")
            same = {"lesson": newer["id"], "relation": "same", "other": older["id"]}
            assert related(board, **same, better=newer["id"]) == 1
            kept = board.row("lessons", older["id"])
            assert (kept["constraint"], kept["sources"], bool(kept["harm"])) == (text, 2, harm)
            (revised,) = board.read(types=["lesson.revised"])
            decisions.undo(board, kept, revised.id)
            assert board.row("lessons", older["id"])["constraint"] == older["constraint"]


def test_no_better_text_replaces_what_a_person_decided_about() -> None:
    """Nor one that is proven otherwise, nor a text that neither has."""
    with board_with(STEPS, SECOND) as board:
        older, newer = two(board)
        same = {"lesson": newer["id"], "relation": "same", "other": older["id"]}
        approved = {**older, "status": "approved"}
        decided = {**older, "undone": ["lesson.approved"]}
        otherwise = {**older, "proof": "person"}
        wrong = [
            what
            for what, row, better in [
                ("approved", approved, newer["id"]),
                ("a decision taken back", decided, newer["id"]),
                ("another proof", otherwise, newer["id"]),
                ("a person's own", {**older, "asked": ""}, newer["id"]),
                ("the older one", older, older["id"]),
                ("nobody's", older, "lesson-0"),
            ]
            for rows in [{newer["id"]: newer, older["id"]: cast(LessonRow, row)}]
            for events in [joined(Related.model_validate({**same, "better": better}), rows)]
            if any(event.type == "lesson.revised" for event in events)
        ]
        assert wrong == []


@pytest.mark.parametrize("relation", ["more-general", "supersedes", "of-the-day", "same"])
def test_what_a_person_approved_is_not_moved_by_a_model(relation: str) -> None:
    """At most it is marked as contradicted, and a person decides."""
    with board_with(STEPS, SECOND) as board:
        older, newer = two(board)
        decisions.approve(board, older, "")
        related(board, lesson=newer["id"], relation=relation, other=older["id"])
        assert board.row("lessons", older["id"])["status"] == "approved"
        decisions.approve(board, board.row("lessons", newer["id"]), "")
        related(board, lesson=newer["id"], relation="of-the-day", other="")
        assert board.row("lessons", newer["id"])["status"] == "approved"


def test_an_order_of_the_day_ends_and_a_contradiction_is_marked() -> None:
    """Each by its own event."""
    with board_with(STEPS, SECOND) as board:
        older, newer = two(board)
        related(board, lesson=newer["id"], relation="contradicts", other=older["id"])
        assert board.row("lessons", newer["id"])["contradicts"]
    with board_with(STEPS, SECOND) as board:
        _, newer = two(board)
        related(board, lesson=newer["id"], relation="of-the-day")
        assert board.row("lessons", newer["id"])["status"] == "retired"


def test_what_was_joined_is_not_asked_about_again() -> None:
    """Nor is a lesson that shares nothing with any other."""
    with board_with(STEPS, SECOND) as board:
        two(board)
        assert len(to_join(board, "github.com/ada/kite")[0]) == 2
        related(board, lesson="unknown", relation="same", other="unknown")
        assert to_join(board, "github.com/ada/kite") == ([], [])
    with board_with(STEPS) as board:
        ask(board, Scripted(proposals={"lessons": [lesson()]}))
        assert to_join(board, "github.com/ada/kite") == ([], [])


def test_forty_lessons_that_share_nothing_keep_no_later_one_from_being_joined() -> None:
    """Only what is near to another lesson takes room in a question."""
    apart = [_named(f"{number}{letter * 4}") for letter, number in
             zip("abcdefghijklmnopqrstuvwxyz" * 2, range(MOST_NEW), strict=False)]  # fmt: skip
    with board_with(*[STEPS] * len(apart), SECOND, SECOND) as board:
        for number, each in enumerate([*apart, lesson(), lesson(text=OTHER)], 1):
            ask(board, Scripted(proposals={"lessons": [each]}), f"s{number}")
        new, _ = to_join(board, "github.com/ada/kite")
    assert [row["constraint"] for row in new] == [lesson()["text"], OTHER]


def _named(word: str) -> dict[str, Any]:
    return lesson(kind="convention", text=f"{word}x {word}y {word}z.")
