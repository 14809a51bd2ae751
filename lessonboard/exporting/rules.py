"""Lessons as rules of Claude Code: one file per set of paths that lessons apply to.

A rule file with `paths:` is read only when the agent touches such a path. Lessons without paths go
into a file that is always read.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import orjson

from blackboard.views.rows import LessonRow
from lessonboard.exporting.agents_md import HEADING
from lessonboard.exporting.budget import within
from lessonboard.present.markdown import inline
from reflect.rule_files.markers import BEGIN, END

FOLDER = Path(".claude") / "rules"
PREFIX = "lessonboard-"
GENERAL = f"{PREFIX}general.md"
_SPECIAL = re.compile(r"([\\*?\[\]{}()!])")
_KIND = "**/*."
_LONGEST_NAME = 40


def rule_files(rows: Sequence[LessonRow], budget: int | None = None) -> dict[str, str]:
    """Return the files' texts by name, identical for equal lessons.

    Args:
        rows: the lessons, the most important first.
        budget: the token limit of all lines together.
    """
    grouped: dict[tuple[str, ...], list[str]] = {}
    lines = [f"- {inline(row['constraint'])}" for row in rows]
    fitting = set(within(list(dict.fromkeys(lines)), budget))
    for row, line in zip(rows, lines, strict=True):
        group = grouped.setdefault(globs(row["paths"]), [])
        if line in fitting and line not in group:
            group.append(line)
    return {_name(paths): _text(paths, group) for paths, group in sorted(grouped.items()) if group}


def globs(paths: Sequence[str]) -> tuple[str, ...]:
    """Return the sorted globs of a lesson's paths, without paths outside the repository.

    >>> globs(["src/app.py", "login.py", "/etc/hosts", "app/[id]/page.tsx"])
    ('**/login.py', 'app/\\\\[id\\\\]/page.tsx', 'src/app.py')
    >>> globs(["**/*.py"])
    ('**/*.py',)
    """
    inside = [path for path in paths if not path.startswith(("/", "~", "..")) and ":" not in path]
    escaped = [_escaped(path.removeprefix("./")) for path in inside]
    return tuple(sorted({glob if "/" in glob else f"**/{glob}" for glob in escaped}))


def is_ours(text: str) -> bool:
    """Return whether we wrote a rule file, and may replace or delete it."""
    return BEGIN in text and END in text


def _escaped(path: str) -> str:
    """The glob of a path, or of all files of a kind."""
    kind = _KIND if path.startswith(_KIND) else ""
    return kind + _SPECIAL.sub(r"\\\1", path.removeprefix(kind))


def _name(paths: tuple[str, ...]) -> str:
    if not paths:
        return GENERAL
    last = "/".join(PurePosixPath(paths[0].lower()).parts[-2:])
    slug = re.sub(r"[^a-z0-9]+", "-", last).strip("-")[:_LONGEST_NAME].strip("-")
    mark = hashlib.sha256("\n".join(paths).encode()).hexdigest()[:6]
    return f"{PREFIX}{slug or 'files'}-{mark}.md"


def _text(paths: tuple[str, ...], lines: list[str]) -> str:
    # A JSON string is also a YAML string.
    front = ["---", "paths:", *(f"  - {orjson.dumps(path).decode()}" for path in paths), "---", ""]
    return "\n".join([*(front if paths else []), BEGIN, HEADING, "", *lines, END, ""])
