"""Parse a rule file's front matter: a few YAML fields between two lines `---`.

Only the fields that agents use are read: `paths:` (Claude Code) and `globs:` (Cursor), as one line
or as a list. Two fields do not justify a YAML dependency.
"""

from __future__ import annotations

import re

_FIELD = re.compile(r"^(paths|globs)\s*:\s*(.*)$")
_ITEM = re.compile(r"^\s*-\s+(.+)$")
_FENCE = "---"
_MOST_LINES = 200


def front_lines(lines: list[str]) -> int:
    """The number of lines of the front matter with its fences; 0 without one."""
    if not lines or lines[0].lstrip("\ufeff").rstrip() != _FENCE:
        return 0
    for number, line in enumerate(lines[1:_MOST_LINES], 2):
        if line.rstrip() == _FENCE:
            return number
    return 0


def front_paths(lines: list[str]) -> tuple[str, ...]:
    """The globs in a front matter.

    >>> front_paths(["---", "globs: src/**/*.ts, web/*.tsx", "---"])
    ('src/**/*.ts', 'web/*.tsx')
    >>> front_paths(["---", "paths:", '  - "src/{a,b}/*.py"', "---"])
    ('src/{a,b}/*.py',)
    """
    globs: list[str] = []
    inside = False
    for line in lines:
        field, item = _FIELD.match(line), _ITEM.match(line)
        if field:
            inside = not field[2]
            globs += _split(field[2].strip().removeprefix("[").removesuffix("]"))
        elif item and inside:
            globs.append(_unquoted(item[1]))
        else:
            inside = False
    return tuple(pattern for pattern in globs if pattern)


def _split(text: str) -> list[str]:
    """Globs separated by commas, except commas within braces."""
    parts, depth, start = [], 0, 0
    for index, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth <= 0:
            parts.append(text[start:index])
            start = index + 1
    return [_unquoted(part) for part in (*parts, text[start:])]


def _unquoted(text: str) -> str:
    return text.strip().strip("\"'").strip()
