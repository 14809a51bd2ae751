"""The code that a lesson cites as it is now, beside what it was when the lesson was learnt."""

from __future__ import annotations

from typing import NamedTuple

from blackboard import BoardError
from blackboard.views.freshness import cited
from blackboard.views.rows import LessonRow
from lessonboard.pages.page import Asked
from reflect.freshness.files import Tree, Unreadable
from reflect.freshness.span import span_of

_AROUND, _MOST = 3, 60
_FEW = 3


class Code(NamedTuple):
    """Lines of a file: their numbers, their text, and whether the lesson cites them.

    `problem` says why there are none.
    """

    path: str
    lines: list[tuple[int, str, bool]]
    recorded: list[str]
    problem: str


def code_of(asked: Asked, row: LessonRow) -> list[Code]:
    """The cited lines as they are in the checkout on this machine; never in the past."""
    spans = [span for each in cited(row) if (span := span_of(each))]
    if not spans or asked.as_of is not None:
        return []
    from lessonboard.checkouts import checkout_of

    try:
        tree = Tree(checkout_of(asked.app, asked.board, row["project"]))
    except BoardError:
        return [Code(each.path, [], each.text.splitlines(),
                     "the repository is not on this machine") for each in spans[:_FEW]]  # fmt: skip
    moved = row["checked"].get("path") or ""
    found = []
    for span in list(dict.fromkeys(spans))[:_FEW]:
        recorded = span.text.splitlines()
        try:
            paths = tree.find(span.path) or (tree.find(moved) if moved else [])
            lines = tree.lines(paths[0]) if paths else []
        except Unreadable as error:
            found.append(Code(span.path, [], recorded, str(error)))
            continue
        if not paths:
            found.append(Code(span.path, [], recorded, "the file no longer exists"))
            continue
        found.append(Code(paths[0], _around(lines, recorded, span.first_line), recorded, ""))
    return found


def _around(
    lines: list[str], recorded: list[str], first: int | None
) -> list[tuple[int, str, bool]]:
    """The lines where the recorded ones are now, or else where they were."""
    wanted = [each.strip() for each in recorded if each.strip()]
    start = next((number for number, text in enumerate(lines)
                  if wanted and text.strip() == wanted[0]), (first or 1) - 1)  # fmt: skip
    begin, end = max(0, start - _AROUND), start + max(len(recorded), 1) + _AROUND
    known = set(wanted)
    return [(number + 1, text, text.strip() in known)
            for number, text in enumerate(lines[begin:end][:_MOST], begin)]  # fmt: skip
