"""Which folders hold the same files, by what agents read of them; pure.

Two of one repository differ by what was changed between, two repositories share next to nothing:
of 78 pairs of 13 projects the lines said so of the four that were one, and of no other.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

_FEWEST_FILES = 3
_FEWEST_LINES = 3
_SHARE = 0.5


class Alike(NamedTuple):
    """Two projects, the files of both with mostly the same lines, and how many were compared."""

    one: str
    other: str
    files: list[str]
    compared: int


def alike(rows: Iterable[Mapping[str, Any]], projects: Mapping[str, str]) -> list[Alike]:
    """The pairs of projects of which at least three files, and half of those that both have, agree.

    Args:
        rows: those of the view `files` that have several folders.
        projects: the project of each folder that a session was in.
    """
    compared: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    for row in rows:
        lines = _by_project(row["texts"], projects)
        for one, other in combinations(sorted(lines), 2):
            fewest = min(len(lines[one]), len(lines[other]))
            if fewest >= _FEWEST_LINES:
                same = len(lines[one] & lines[other]) >= _SHARE * fewest
                compared.setdefault((one, other), []).append((row["id"], same))
    found = []
    for (one, other), files in compared.items():
        same_files = sorted(name for name, same in files if same)
        if len(same_files) >= max(_FEWEST_FILES, _SHARE * len(files)):
            found.append(Alike(one, other, same_files, len(files)))
    return found


def _by_project(texts: Mapping[str, list[int]], projects: Mapping[str, str]) -> dict[str, set[int]]:
    """The lines of one file in each project; a file outside of all is no project's."""
    lines: dict[str, set[int]] = {}
    for folder, found in texts.items():
        project = _project_of(folder, projects)
        if project:
            lines.setdefault(project, set()).update(found)
    return lines


def _project_of(folder: str, projects: Mapping[str, str]) -> str:
    while folder not in projects and posixpath.dirname(folder) not in ("", folder):
        folder = posixpath.dirname(folder)
    return projects.get(folder, "")
