"""Lessons as a document for people: by project and category, with evidence and dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from blackboard.views.rows import LessonRow
from lessonboard.present.markdown import inline, lesson_markdown


def document(rows: Sequence[LessonRow]) -> str:
    """Return the document, byte-identical for equal lessons."""
    ordered = sorted(rows, key=lambda row: (_place(row), row["category"], row["id"]))
    return "\n".join(_lines(ordered)) + "\n"


def _lines(rows: Sequence[LessonRow]) -> Iterator[str]:
    yield "# Lessons"
    for place, inside in groupby(rows, key=_place):
        yield from ("", f"## {inline(place)}")
        for category, lessons in groupby(inside, key=lambda row: str(row["category"])):
            yield from ("", f"### {category}", "")
            for row in lessons:
                yield from lesson_markdown(row)


def _place(row: LessonRow) -> str:
    return "Everywhere" if row["scope"] == "global" else str(row["project"] or "No project")
