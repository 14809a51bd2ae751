"""A person makes two projects one, after seeing what that joins, and undoes it."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from examples.pictures.sample_sessions import PROJECT
from tests.parts.web.tasks.conftest import FEW, Person
from tests.reflect.talks import ran, says, session

OTHER = "github.com/example/tide-tables"


def test_any_two_are_merged_and_that_is_undone(person: Person, sample: Path) -> None:
    """Both are chosen, what would be joined is shown, and one button does it."""
    person.click("Projects")
    person.choose("This project", PROJECT)
    person.choose("becomes a part of this one", OTHER)
    assert person.sees("becomes a part of")
    joined = person.tab.locator("#joined")
    joined.get_by_text("sessions and").wait_for()
    assert f"{PROJECT}, with " in joined.inner_text()
    person.click("Merge them")
    assert person.sees(f"{PROJECT} is {OTHER} now")
    assert person.clicks <= FEW
    with Board.open(sample) as board:
        assert board.project(PROJECT) == OTHER
    person.click(f"Undo: you merged {PROJECT}")
    assert person.sees("Undone")
    with Board.open(sample) as board:
        assert board.project(PROJECT) == PROJECT


def test_what_is_suggested_is_merged_by_one_click(person: Person, sample: Path) -> None:
    """With the reason for it; "They are two" takes a suggestion away for good."""
    clone = ran("git remote set-url origin git@github.com:ada/kite.git")
    with Board.open(sample) as board:
        board.append(session([says("Move the remote."), clone], "moving",
                             project="github.com/ada/old-kite"))  # fmt: skip
        board.append(session([says("Go on.")], "later"))
        board.append(session([says("Go on still.")], "last"))
    person.click("Projects")
    assert person.sees("May be one repository")
    assert person.sees("a session set the remote of github.com/ada/old-kite")
    person.click("Merge github.com/ada/old-kite into github.com/ada/kite")
    assert person.sees("github.com/ada/old-kite is github.com/ada/kite now")
    assert person.clicks <= FEW
    with Board.open(sample) as board:
        assert board.project("github.com/ada/old-kite") == "github.com/ada/kite"
