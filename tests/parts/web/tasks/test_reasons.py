"""A reason by keyboard: before the decision, or after it."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from blackboard.views.rows import LessonRow
from tests.parts.web.tasks.conftest import FEW, Person


def _decided(sample: Path, name: str) -> LessonRow:
    with Board.open(sample) as board:
        return board.row("lessons", name)


def _shown(person: Person) -> str:
    return person.tab.locator("article a[href^='/lessons/lesson']").first.inner_text()


def test_a_reason_is_typed_and_the_decision_is_a_key(person: Person, sample: Path) -> None:
    """Enter in the field decides nothing; Esc leaves it."""
    person.begin_at("/review")
    name = _shown(person)
    person.press("w")
    person.tab.keyboard.type("too local for a rule")
    person.press("Enter")
    assert _decided(sample, name)["status"] == "candidate"
    person.press("Escape")
    person.press("t")
    person.sees("No longer shown")
    row = _decided(sample, name)
    assert (row["status"], row["reason"]) == ("retired", "too local for a rule")
    assert person.clicks <= FEW


def test_a_reason_follows_its_decision(person: Person, sample: Path) -> None:
    """It is kept with it, the page of the lesson shows it, and undo is still offered."""
    person.begin_at("/review")
    name = _shown(person)
    person.press("t")
    person.sees("Add a reason")
    person.press("n")
    person.tab.keyboard.type("it is wrong since March")
    person.press("Enter")
    person.sees("Kept with")
    row = _decided(sample, name)
    assert (row["status"], row["reason"]) == ("retired", "it is wrong since March")
    assert person.clicks <= FEW
    person.tab.goto(person.served.url(f"/lessons/{name}"))
    assert "retired by human: it is wrong since March" in person.text
    person.tab.go_back()
