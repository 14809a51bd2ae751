"""`docs/views.md` names every view, each of its columns with its type, and no other."""

from __future__ import annotations

import re
from pathlib import Path

from blackboard.views import VIEWS

PAGE = Path(__file__).parent.parent.parent / "docs" / "views.md"
_COMMON = "In several views"
_COLUMN = re.compile(r"`(\w+)`(?: \((\w+)\))?")


def _sections() -> dict[str, str]:
    """What is below each heading of the columns, in the page's order."""
    _, _, columns = PAGE.read_text(encoding="utf-8").partition("## The columns")
    _, *parts = columns.split("\n### ")
    return dict(part.split("\n", 1) for part in parts)


def _listed(text: str) -> dict[str, str]:
    """The columns that a section explains, a line each, with their types."""
    lines = re.findall(r"^- (`\w+`(?: \(\w+\))?)(?=: )", text, re.MULTILINE)
    return {name: kind or "text" for name, kind in map(_split, lines)}


def _also(text: str) -> dict[str, str]:
    """Those whose names say enough, or that the first list explains."""
    sentence = re.search(r" Also (`.+)\.$", text, re.MULTILINE)
    return {name: kind or "" for name, kind in _COLUMN.findall(sentence[1] if sentence else "")}


def _split(column: str) -> tuple[str, str]:
    found = _COLUMN.fullmatch(column)
    assert found, column
    return found[1], found[2]


def test_the_page_names_every_view_and_no_other() -> None:
    """In the order of `VIEWS`, after what several have."""
    assert list(_sections()) == [_COMMON, *(view.name for view in VIEWS)]


def test_the_page_names_every_column_with_its_type_and_no_other() -> None:
    """A type that is not beside the column is that of the first list, or text."""
    sections = _sections()
    common = _listed(sections.pop(_COMMON))
    for view in VIEWS:
        also = {
            name: kind or common.get(name, "text")
            for name, kind in _also(sections[view.name]).items()
        }
        columns = {name: each.type.removeprefix("JSON ") for name, each in view.columns.items()}
        assert _listed(sections[view.name]) | also == columns, view.name


def test_what_several_views_have_is_in_several() -> None:
    """Else its line belongs to the one view."""
    for name in _listed(_sections()[_COMMON]):
        assert sum(name in view.columns for view in VIEWS) > 1, name
