"""Lessons of a transcript without times: when it was read says nothing of when they were seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.pages.paging import SIZE
from tests.blackboard.lessons import lesson
from tests.parts.web.test_lists import days as days  # noqa: PLC0414  # a fixture
from tests.parts.web.visitor import visiting

AT_READING = 1_700_000_000_123_456
"""The time of the file of the undated session."""


def _pages(path: Path) -> list[str]:
    """All pages of the list."""
    found = []
    with visiting(App(str(path))) as visitor:
        address = "/lessons"
        while address:
            found.append(visitor.text(address).partition('id="results"')[2])
            following = re.search(r'rel="next" href="([^"]+)"', found[-1])
            address = following[1].replace("&amp;", "&") if following else ""
    return found


@pytest.mark.parametrize("dated", [0, 1, SIZE - 1, SIZE, SIZE + 1, 2 * SIZE + 1])
def test_they_come_after_all_others_without_a_date(days: Path, dated: int) -> None:
    """Each once, however many there are of either; the time of the file is nowhere."""
    rules = [lesson(f"d{n:03}", f"Dated {n} is known.") for n in range(dated)]
    rules += [lesson(f"u{n}", f"Undated {n} is known.")._replace(occurred_at=AT_READING)
              for n in range(SIZE + 2)]  # fmt: skip
    with Board.open(days) as board:
        board.append(rules)
    pages = _pages(days)
    words = re.findall(r'class="title"[^>]*>(\w+) \d+ is', "".join(pages))
    assert words == ["Dated"] * dated + ["Undated"] * (SIZE + 2)
    assert "".join(pages).count("last without a date") == SIZE + 2
