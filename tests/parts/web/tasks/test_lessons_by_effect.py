"""A person orders the lessons by effect and by when they were shown; some never were."""

from __future__ import annotations

from examples.pictures.sample_board import MEASURED
from tests.parts.web.tasks.conftest import FEW, Person


def first(person: Person) -> str:
    """What the first row of the list says."""
    return person.tab.locator("#results li").first.inner_text()


def test_lessons_by_effect(person: Person) -> None:
    """The one that was compared, with what the comparison shows."""
    person.click("Lessons")
    person.choose("Order", "best effect")
    person.tab.wait_for_url("**order=best**")
    assert MEASURED in first(person)
    assert "its failure came back in" in first(person)
    assert person.clicks <= FEW


def test_lessons_by_when_they_were_shown_last(person: Person) -> None:
    """With how often and when."""
    person.click("Lessons")
    person.choose("Order", "last shown")
    person.tab.wait_for_url("**order=last-shown**")
    assert "shown in 33 sessions, last" in first(person)
    assert person.clicks <= FEW


def test_lessons_that_were_never_shown(person: Person) -> None:
    """And nothing else."""
    person.click("Lessons")
    person.choose("Shown to agents", "never")
    person.tab.wait_for_url("**shown=never**")
    rows = person.tab.locator("#results li").all_inner_texts()
    assert rows
    assert all("never shown" in row for row in rows)
    assert person.clicks <= FEW
