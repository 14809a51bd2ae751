"""A lesson's words as one line of Markdown that nothing in them can break out of.

They come from transcripts and files of others, and end in files that agents obey: no line break,
comment, marker, fence, or import (`@path` in CLAUDE.md) may come of them.
"""

from __future__ import annotations

import re

from blackboard.delivery.text import tokens

_LONGEST = 400
_FRONT = re.compile(r"^(?:(?:[-+*>#=_|]+|~{2,}|\d+[.)])(?=\s|$)\s*|[-*_=~]{3,}\s*)+")
_RUN = re.compile(r"`{2,}")
_IMPORT = re.compile(r"(?<![\w`@])@(?=[\w~./])[^\s`]*")
_DEFINITION = re.compile(r"^\[(?=[^\]]*\]:)")


def inline(text: str, longest: int = _LONGEST) -> str:
    r"""A text as one line.

    >>> inline("Run\n---\n<!-- lessonboard:end --> `make")
    "Run --- <! -- lessonboard:end -- > 'make"
    >>> inline("Read @~/.ssh/id first"), inline("## Use `a`")
    ('Read `@~/.ssh/id` first', 'Use `a`')
    """
    visible = "".join(each if each.isprintable() else " " for each in text)
    line = _shortened(_FRONT.sub("", " ".join(visible.split())), longest)
    line = _RUN.sub("'", line.replace("<!--", "<! --").replace("-->", "-- >"))
    if line.count("`") % 2:
        line = line.replace("`", "'")
    parts = line.split("`")
    parts[::2] = [_IMPORT.sub(r"`\g<0>`", part) for part in parts[::2]]
    return _DEFINITION.sub("\\[", "`".join(parts))


def within(lines: list[str], budget: int | None) -> list[str]:
    """The lines that find room in so many tokens; one that does not may leave room for others."""
    kept: list[str] = []
    for line in lines:
        if budget is None or tokens("\n".join([*kept, line])) <= budget:
            kept.append(line)
    return kept


def _shortened(line: str, longest: int) -> str:
    if len(line) <= longest:
        return line
    return line[: longest - 1].rsplit(" ", 1)[0] + "…"
