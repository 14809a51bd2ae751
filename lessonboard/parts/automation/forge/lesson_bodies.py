"""The text of the draft pull request for a check: what it does, and the lesson that it was made of.

A lesson's words come from sessions, so they are put in code, where nothing acts as Markdown.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from blackboard.views.rows import LessonRow
from lessonboard.parts.automation.forge.bodies import LONGEST
from lessonboard.parts.automation.forge.quoting import fenced, inline, shortened

_MOST_QUOTES = 5
_LONGEST_QUOTE = 600
_LONGEST_WORDS = 2_000
_LONGEST_CELL = 200
_MOST_SESSIONS = 20


def check_body(row: LessonRow, kind: str, file: str, summary: str) -> str:
    """The body: the check, the lesson, its evidence, and what happens after the merge."""
    parts = [
        f"{summary} (`{kind}` in {inline(file, _LONGEST_CELL)}), made of a lesson that "
        f"{_sessions(row)} showed.",
        "## The lesson",
        fenced(row["constraint"], _LONGEST_WORDS),
        "\n".join(_facts(row)),
        *_evidence(row),
        "## After the merge",
        "While the default branch has this check, agents are no longer shown the lesson; when it "
        "is removed, they are shown it again.",
        "A draft opened by Lessonboard. A person reviews it, and only a person merges it.",
    ]
    return shortened("\n\n".join(parts), LONGEST - 1) + "\n"


def _facts(row: LessonRow) -> Iterator[str]:
    told = {"Seen": row["symptom"], "Cause": row["root_cause"], "Remedy": row["resolution"]}
    for name, text in told.items():
        if text:
            yield f"- **{name}:** {inline(text, _LONGEST_CELL)}"
    yield f"- **Lesson:** {inline(row['id'], _LONGEST_CELL)}, {row['severity']} severity"
    yield f"- **Dates:** {_day(row['created_at'])} to {_day(row['last_seen_at'])}"
    names = [inline(name, _LONGEST_CELL) for name in row["sessions"][:_MOST_SESSIONS]]
    if names:
        more = len(row["sessions"]) - len(names)
        yield f"- **Sessions:** {', '.join(names)}" + (f" and {more} more" if more else "")


def _evidence(row: LessonRow) -> Iterator[str]:
    quotes = [str(each["quote"]) for each in row["evidence"][:_MOST_QUOTES]]
    if quotes:
        yield "## Evidence"
        yield from (fenced(quote, _LONGEST_QUOTE) for quote in quotes)


def _sessions(row: LessonRow) -> str:
    count = len(row["sessions"])
    return f"{count} session{'' if count == 1 else 's'}"


def _day(micros: int) -> str:
    return datetime.fromtimestamp(micros / 1e6, UTC).date().isoformat()
