"""A person writes a rule, sees when it would have been shown, keeps it, and undoes that."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from tests.parts.web.tasks.conftest import FEW, Person

RULE = "Build the release with `npm run build`, not by hand."


def test_a_rule_is_stated_with_its_preview(person: Person, sample: Path) -> None:
    """From the first page: a link, two fields, one button."""
    person.click("Write a rule")
    person.tab.wait_for_url("**/lessons/new")
    person.type("The rule, in one sentence", RULE)
    person.type("When these commands run or fail", "npm run build")
    assert person.sees("When it would have been shown")
    assert person.tab.url.endswith("/lessons/new"), "what is typed is no address to remember"
    person.click("Keep it")
    assert person.sees("Kept: ")
    assert person.clicks <= FEW
    with Board.open(sample) as board:
        [row] = board.view("lessons", where={"constraint": RULE})
        assert (row["status"], row["commands"]) == ("approved", ["npm run build"])
    person.click("Undo")
    assert person.sees("Undone")
    with Board.open(sample) as board:
        assert board.row("lessons", row["id"])["status"] == "candidate"


def test_enter_keeps_nothing(person: Person, sample: Path) -> None:
    """In a field it looks again, as the first button does, and the address says nothing of it."""
    with Board.open(sample) as board:
        before = board.log.head()
    person.begin_at("/lessons/new")
    person.type("The rule, in one sentence", RULE)
    person.type("When these commands run or fail", "npm run build")
    person.tab.keyboard.press("Enter")
    assert person.sees("When it would have been shown")
    assert person.tab.url.endswith("/lessons/new")
    with Board.open(sample) as board:
        assert board.log.head() == before


def test_a_harmful_rule_is_kept_by_one_tick(person: Person, sample: Path) -> None:
    """The tick stays while more is typed, and what is kept too early is not lost."""
    rule = "Use `git push --force` on the release branch, and say so."
    person.begin_at("/lessons/new")
    person.type("The rule, in one sentence", rule)
    person.click(person.tab.get_by_role("button", name="Keep it"))
    assert person.sees("Nothing was kept: the rule rewrites history")
    assert person.tab.get_by_label("The rule, in one sentence").input_value() == rule
    person.click("I saw that it rewrites history", role="checkbox")
    field = "When these commands run or fail"
    with person.tab.expect_response("**/lessons/new?*commands=git*"):
        person.type(field, "git push")
    person.click("Keep it")
    assert person.sees("Kept: ")
    assert person.clicks <= FEW
    with Board.open(sample) as board:
        [row] = board.view("lessons", where={"constraint": rule})
        assert (row["status"], row["commands"]) == ("approved", ["git push"])
