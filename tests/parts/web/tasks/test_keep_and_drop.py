"""What a person said once is kept or dropped with one click, on Today and in Review."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from blackboard.delivery.proof import is_said_once
from lessonboard.waiting import waiting_lessons
from tests.parts.web.tasks.conftest import FEW, Person


def _said(sample: Path) -> list[str]:
    with Board.open(sample) as board:
        return [row["id"] for row in waiting_lessons(board, {}) if is_said_once(row)]


def _status(sample: Path, name: str) -> str:
    with Board.open(sample) as board:
        return str(board.row("lessons", name)["status"])


def _first(person: Person, word: str) -> str:
    """The lesson of the first form of Today with a button of this word."""
    button = person.tab.get_by_role("button", name=word).first
    form = person.tab.locator("form").filter(has=button).first
    return str(form.locator("input[name=seen]").get_attribute("value")).rpartition(":")[2]


def test_it_is_kept_dropped_and_brought_back_on_today(person: Person, sample: Path) -> None:
    """Without leaving the page."""
    dropped = _first(person, "Drop it")
    person.click("Drop it")
    person.sees("Dropped, in any wording")
    assert _status(sample, dropped) == "rejected"
    person.click("Undo")
    person.sees("Undone: dropped")
    assert _status(sample, dropped) == "candidate"
    kept = _first(person, "Keep it")
    person.click("Keep it")
    person.sees("Kept:")
    assert _status(sample, kept) == "approved"
    assert person.tab.url.startswith(person.served.url("/?said="))
    person.click("Undo")
    person.sees("Undone: kept")
    assert _status(sample, kept) == "candidate"
    assert person.clicks <= FEW


def test_in_review_the_keys_of_approving_keep_and_drop(person: Person, sample: Path) -> None:
    """Other wordings of what is dropped are dropped with it, and come back with it."""
    name = _said(sample)[0]
    person.begin_at(f"/review?at={name}")
    person.press("r")
    person.sees("Dropped, in any wording")
    assert _status(sample, name) == "rejected"
    person.press("u")
    person.sees("Undone: dropped")
    assert _status(sample, name) == "candidate"
    person.press("a")
    person.sees("Kept:")
    assert _status(sample, name) == "approved"
    assert person.clicks <= FEW


def test_a_page_that_only_reads_offers_neither(person_at: object, sample: Path) -> None:
    """Neither on Today nor in Review."""
    person = person_at(sample, "--read-only")  # type: ignore[operator]  # a factory
    assert "you said it once; keep or drop it" in person.text
    for path in ("/", "/review"):
        person.begin_at(path)
        assert person.tab.locator("form[method=post]").count() == 0
