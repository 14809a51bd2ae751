"""Lessons in Markdown, out of whose lines nothing in their words can break.

The text comes from third-party transcripts and files, and ends up in files that agents obey: it
must not produce a line break, comment, marker, fence, or import (`@path` in CLAUDE.md).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from blackboard.sanitise import as_data, clean
from blackboard.views.rows import LessonRow
from lessonboard.present.rows import seen_in
from lessonboard.present.text import day

_LONGEST = 400
_LONGEST_QUOTE = 160
_MOST_QUOTES = 2
_FRONT = re.compile(r"^(?:(?:[-+*>#=_|]+|~{2,}|\d+[.)])(?=\s|$)\s*|[-*_=~]{3,}\s*)+")
_RUN = re.compile(r"`{2,}")
_IMPORT = re.compile(r"(?<![\w`@])@(?=[\w~./])[^\s`]*")
_DEFINITION = re.compile(r"^\[(?=[^\]]*\]:)")


def inline(text: str, longest: int = _LONGEST) -> str:
    r"""Return a text as one safe line.

    >>> inline("Run\n---\n<!-- lessonboard:end --> `make")
    "Run --- <! -- lessonboard:end -- > 'make"
    >>> inline("Read @~/.ssh/id first"), inline("## Use `a`")
    ('Read `@~/.ssh/id` first', 'Use `a`')
    """
    visible = "".join(char if char.isprintable() else " " for char in as_data(clean(text)))
    line = _shortened(_FRONT.sub("", " ".join(visible.split())), longest)
    line = _RUN.sub("'", line.replace("<!--", "<! --").replace("-->", "-- >"))
    if line.count("`") % 2:
        line = line.replace("`", "'")
    parts = line.split("`")
    parts[::2] = [_IMPORT.sub(r"`\g<0>`", part) for part in parts[::2]]
    return _DEFINITION.sub("\\[", "`".join(parts))


def lesson_markdown(row: LessonRow) -> Iterator[str]:
    """Yield a lesson as an item of a list, with what showed it and how sure it is."""
    yield f"- {inline(row['constraint'])}"
    told = {"Before": row["symptom"], "Cause": row["root_cause"], "Remedy": row["resolution"]}
    yield from (f"  - {name}: {inline(text)}" for name, text in told.items() if text)
    for each in row["evidence"][:_MOST_QUOTES]:
        yield f"  - Evidence: {inline(each['quote'], _LONGEST_QUOTE)} ({each['event_id']})"
    first, last = day(row["created_at"]), day(row["last_seen_at"])
    yield (
        f"  - {row['severity']} severity, {row['status']}, trust {row['trust']}, "
        f"{seen_in(row)}, {first} to {last}, {row['id']}"
    )


def _shortened(line: str, longest: int) -> str:
    if len(line) <= longest:
        return line
    return line[: longest - 1].rsplit(" ", 1)[0] + "…"
