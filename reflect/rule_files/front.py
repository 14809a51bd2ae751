"""The block before a rule file's text: between two lines `---`, a few fields of YAML.

Only what agents write there is read: `paths:` (Claude Code) and `globs:` (Cursor), as one line or
as a list. A parser for all of YAML would be a dependency for two fields.
"""

from __future__ import annotations

import re

_FIELD = re.compile(r"^(paths|globs)\s*:\s*(.*)$")
_ITEM = re.compile(r"^\s*-\s+(.+)$")
_FENCE = "---"
_MOST_LINES = 200


def front_lines(lines: list[str]) -> int:
    """How many lines the block takes, with its fences; 0 where there is none."""
    if not lines or lines[0].lstrip("\ufeff").rstrip() != _FENCE:
        return 0
    for number, line in enumerate(lines[1:_MOST_LINES], 2):
        if line.rstrip() == _FENCE:
            return number
    return 0


def front_paths(lines: list[str]) -> tuple[str, ...]:
    """The globs that a block names.

    >>> front_paths(["---", "globs: src/**/*.ts, web/*.tsx", "---"])
    ('src/**/*.ts', 'web/*.tsx')
    >>> front_paths(["---", "paths:", '  - "src/{a,b}/*.py"', "---"])
    ('src/{a,b}/*.py',)
    """
    found: list[str] = []
    inside = False
    for line in lines:
        field, item = _FIELD.match(line), _ITEM.match(line)
        if field:
            inside = not field[2]
            found += _split(field[2].strip().removeprefix("[").removesuffix("]"))
        elif item and inside:
            found.append(_bare(item[1]))
        else:
            inside = False
    return tuple(each for each in found if each)


def _split(text: str) -> list[str]:
    """Globs between commas, but not those in braces."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "{") - (letter == "}")
        if letter == "," and depth <= 0:
            parts.append(text[start:place])
            start = place + 1
    return [_bare(part) for part in (*parts, text[start:])]


def _bare(text: str) -> str:
    return text.strip().strip("\"'").strip()
