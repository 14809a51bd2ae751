"""The three questions, each a pure function of what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from time import gmtime

from blackboard.views.rows import LessonRow
from reflect.digest.digest import Digest
from reflect.digest.session import lines
from reflect.model.thread import Message
from reflect.prompts import as_data, load
from reflect.proposals.fitting import listed
from reflect.proposals.prove import Proven

PROPOSE, CORRECT, JOIN = "propose-lessons", "correct-lessons", "join-lessons"
_AROUND = 2
"""Entries that are shown before and after each cited one."""


def propose(window: str, known: Iterable[LessonRow]) -> list[Message]:
    """The question for the lessons of a window of a session's digest."""
    return load(PROPOSE).fill(known=as_data("known", listed(known)), digest=window)


def correct(proven: Sequence[Proven], digest: Digest) -> list[Message]:
    """The question for what the cited entries do not show of the proposed texts."""
    asked = "\n\n".join(_with_entries(number, each, digest)
                        for number, each in enumerate(proven, 1))  # fmt: skip
    return load(CORRECT).fill(lessons=as_data("lessons", asked))


def join(new: Sequence[LessonRow], others: Iterable[LessonRow]) -> list[Message]:
    """The question for how new lessons relate to one another and to those that are known."""
    text = f"New lessons:\n{_dated(new)}\n\nThe others:\n{_dated(others)}"
    return load(JOIN).fill(lessons=as_data("lessons", text))


def _dated(rows: Iterable[LessonRow]) -> str:
    """Lessons with the day on which they were first seen, by which one replaces another."""
    days = ((row, gmtime(row["created_at"] // 1_000_000)[:3]) for row in rows)
    return (
        "\n".join(
            f"- {row['id']} ({year:04}-{month:02}-{day:02}): {row['constraint']}"
            for row, (year, month, day) in days
        )
        or "(none)"
    )


def _with_entries(number: int, proven: Proven, digest: Digest) -> str:
    places = {each.number: place for place, each in enumerate(digest.found)}
    wanted: set[int] = set()
    for each in proven.cited:
        place = places[each.number]
        wanted.update(range(max(0, place - _AROUND), place + _AROUND + 1))
    shown = [each for place, each in enumerate(digest.found) if place in wanted]
    told = "\n".join(lines(shown))
    cited = ", ".join(str(each.number) for each in proven.cited)
    text = " ".join(proven.proposed.text.split())
    return f"{number}. {proven.proposed.kind}: {text}\ncites {cited}:\n{told}"
