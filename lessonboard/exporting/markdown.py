"""Lessons as a document for people: by project and category, with evidence and dates."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from blackboard.event import iso
from blackboard.views.rows import LessonRow
from lessonboard.exporting.line import inline

_LONGEST_QUOTE = 160
_MOST_QUOTES = 2


def document(rows: Sequence[LessonRow]) -> str:
    """The document; the same bytes for the same lessons."""
    ordered = sorted(rows, key=lambda row: (_place(row), row["category"], row["id"]))
    return "\n".join(_lines(ordered)) + "\n"


def _lines(rows: Sequence[LessonRow]) -> Iterator[str]:
    yield "# Lessons"
    for place, inside in groupby(rows, key=_place):
        yield from ("", f"## {inline(place)}")
        for category, lessons in groupby(inside, key=lambda row: str(row["category"])):
            yield from ("", f"### {category}", "")
            for row in lessons:
                yield from _lesson(row)


def _lesson(row: LessonRow) -> Iterator[str]:
    yield f"- {inline(row['constraint'])}"
    yield f"  - Before: {inline(row['symptom'])}"
    yield f"  - Cause: {inline(row['root_cause'])}"
    yield f"  - Remedy: {inline(row['resolution'])}"
    for each in row["evidence"][:_MOST_QUOTES]:
        yield f"  - Evidence: {inline(each['quote'], _LONGEST_QUOTE)} ({each['event_id']})"
    times = "once" if row["seen"] == 1 else f"{row['seen']} times"
    first, last = iso(row["created_at"])[:10], iso(row["last_seen_at"])[:10]
    yield (
        f"  - {row['severity']} severity, {row['status']}, trust {row['trust']}, seen {times}, "
        f"{first} to {last}, {row['id']}"
    )


def _place(row: LessonRow) -> str:
    return "Everywhere" if row["scope"] == "global" else str(row["project"] or "No project")
