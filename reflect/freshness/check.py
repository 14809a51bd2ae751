"""Checking lessons: what they cite is looked for in a folder, and told where it stands otherwise.

`judged` reads files and no board; `check` goes through the lessons of a project.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from blackboard import Board
from blackboard.events.lesson import LessonChecked
from blackboard.events.payload import new
from blackboard.views.freshness import cited
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.view import Row
from reflect.freshness.files import Tree, Unreadable
from reflect.freshness.judge import Judgement, best, gone, judge
from reflect.freshness.span import Span, span_of

ACTOR = "checker"


class Checked(NamedTuple):
    """What a check found of a lesson; no judgement where it could not tell."""

    lesson: str
    judgement: Judgement | None
    changed: bool


def due(board: Board, project: str | None) -> list[Row]:
    """The lessons of a project that are offered and cite a file."""
    where = {"project": project, "status": ACTIVE_STATUSES}
    return [row for row in board.view("lessons", where=where, order="id") if cited(row)]


def check(board: Board, rows: Sequence[Row], folder: Path) -> Iterator[Checked]:
    """Judge lessons against a folder; yields each as it is done.

    A board that is opened for reading learns nothing from it.

    Raises:
        NoFolder: there is no such folder.
    """
    tree = Tree(folder)
    is_empty = tree.is_empty  # no lesson is orphaned by a checkout that is not there
    for row in rows:
        judgement = None if is_empty else judged(row, tree)
        changed = judgement is not None and tell(board, row["id"], judgement)
        yield Checked(row["id"], judgement, changed)


def judged(row: Row, tree: Tree) -> Judgement | None:
    """How a lesson stands: as the best of its spans; None when that cannot be told."""
    spans = filter(None, map(span_of, cited(row)))
    judgements = (_judged(span, tree) for span in dict.fromkeys(spans))
    return best(each for each in judgements if each is not None)


def tell(board: Board, lesson: str, judgement: Judgement) -> bool:
    """Tell what was found of a lesson if that is news, and whether it was.

    That lines move about in a file that they stay in is none: `moved` is told once.
    """
    if board.read_only:
        return False
    with board.transaction():
        row = board.row("lessons", lesson)
        if not _is_news(row, judgement):
            return False
        payload = LessonChecked(lesson=lesson, **judgement._asdict())
        stream = f"lesson:{lesson}"
        board.append([new(payload, stream=stream, project=row["project"], actor=ACTOR)])
    return True


def _is_news(row: Row, judgement: Judgement) -> bool:
    if not cited(row):
        return False  # a person looked at it in the meantime
    if judgement.freshness != row["freshness"]:
        return True
    return judgement.freshness == "moved" and judgement.path != row["checked"].get("path")


def _judged(span: Span, tree: Tree) -> Judgement | None:
    try:
        paths = tree.find(span.path)
        if not paths:
            return _elsewhere(span, tree) or gone(span)
        found = [judge(span, tree.lines(path) if span.sha256 else ()) for path in paths]
    except Unreadable:
        return None  # nothing is known of it, for or against
    return best(each for each in found if each is not None)


def _elsewhere(span: Span, tree: Tree) -> Judgement | None:
    """The judgement of a span whose file was renamed, if its lines show where to."""
    for path in tree.namesakes(span.path):
        if span.sha256 is None:
            return judge(span, (), path) if path.endswith(f"/{span.path}") else None
        try:
            found = judge(span, tree.lines(path), path)
        except Unreadable:
            continue
        if found is not None and found.freshness == "moved":
            return found
    return None
