"""The page on the views says what they are."""

from __future__ import annotations

from pathlib import Path

from blackboard.views import VIEWS
from blackboard.views.meanings import MEANINGS
from blackboard.views.schema import page

PAGE = Path(__file__).parent.parent.parent / "docs" / "views.md"


def test_every_column_has_a_meaning() -> None:
    """Those that there are, and no others, in their order."""
    for view in VIEWS:
        assert list(MEANINGS[view.name][1]) == list(view.columns), view.name
    assert list(MEANINGS) == [view.name for view in VIEWS]


def test_the_page_is_made_of_the_views() -> None:
    """Else run `python -m blackboard.views.schema docs/views.md`."""
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text
