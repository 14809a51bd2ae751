"""A person looks what a model was asked, what it cost, and what was refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.parts.web.tasks.conftest import FEW, Person
from tests.parts.web.test_model_page import make_asked_board


def test_what_a_model_was_asked(person_at: Callable[..., Person], tmp_path: Path) -> None:
    """The cost and the refusals are on one page, the question word for word behind its link."""
    person = person_at(make_asked_board(tmp_path / "asked.db"))
    person.click("Health")
    person.click("What models were asked")
    assert person.sees("20 tokens (10 sent, 10 answered)")
    person.click(person.tab.get_by_text("1 proposal refused of this session"))
    assert person.sees("refused: ")
    person.click("The question of")
    assert person.sees("What was sent")
    assert "pytest: command not found" in person.text
    assert person.clicks <= FEW
