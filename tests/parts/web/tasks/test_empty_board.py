"""A person who has nothing yet reads the history of this machine by a button."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from blackboard import Board
from tests.parts.web.tasks.conftest import FEW, Person
from tests.parts.web.test_first_steps import write_transcripts


def test_from_an_empty_board_to_its_first_session(
    person_at: Callable[..., Person], tmp_path: Path
) -> None:
    """One click begins, the page shows the sessions as they come, the next click opens one."""
    write_transcripts(tmp_path)
    board = tmp_path / "new.db"
    person = person_at(board)
    assert person.sees("2 transcripts of Claude Code")
    person.click("Read the history on this machine")
    assert person.sees("Build the kite")
    person.click("Build the kite")
    person.tab.wait_for_url("**/sessions/*")
    assert person.clicks <= FEW
    with Board.open(board) as opened:
        assert len(opened.view("sessions")) == 2


@pytest.mark.parametrize("path", ["/", "/lessons"])
def test_an_empty_page_that_only_reads_has_no_button(
    person_at: Callable[..., Person], tmp_path: Path, path: str
) -> None:
    """It says which command does it."""
    write_transcripts(tmp_path)
    Board.open(tmp_path / "new.db").close()
    person = person_at(tmp_path / "new.db", "--read-only")
    person.begin_at(path)
    assert "lessonboard session import" in person.text
    assert person.tab.get_by_role("button", name="Read the history").count() == 0
