"""Check the citations of lessons against a folder, and append what changed.

`judged` reads files but no board; `check` processes the lessons of a project.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from blackboard import Board
from blackboard.events.lesson import LessonChecked
from blackboard.views.freshness import cited
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import LessonRow
from reflect.freshness.files import Tree, Unreadable
from reflect.freshness.judge import Judgement, best, gone, judge
from reflect.freshness.span import Span, span_of

ACTOR = "checker"


class Checked(NamedTuple):
    """The result for a lesson; the judgement is None where it could not be determined."""

    lesson: str
    judgement: Judgement | None
    changed: bool


def due(board: Board, project: str | None) -> list[LessonRow]:
    """A project's active lessons that cite a file."""
    where = {"project": project, "status": ACTIVE_STATUSES}
    return [row for row in board.view("lessons", where=where, order="id") if cited(row)]


def check(board: Board, rows: Sequence[LessonRow], folder: Path) -> Iterator[Checked]:
    """Judge lessons against a folder, one by one.

    With a board that is open read-only, nothing is appended.

    Raises:
        NoFolder: the folder does not exist.
    """
    tree = Tree(folder)
    is_empty = tree.is_empty  # an empty checkout must not orphan every lesson
    for row in rows:
        judgement = None if is_empty else judged(row, tree)
        changed = judgement is not None and record_judgement(board, row["id"], judgement)
        yield Checked(row["id"], judgement, changed)


def judged(row: LessonRow, tree: Tree) -> Judgement | None:
    """The judgement of a lesson: the best of its spans; None if unknown."""
    spans = filter(None, map(span_of, cited(row)))
    judgements = (_judged(span, tree) for span in dict.fromkeys(spans))
    return best(judgement for judgement in judgements if judgement is not None)


def record_judgement(board: Board, lesson: str, judgement: Judgement) -> bool:
    """Append a judgement if it is new, and return whether it was.

    Lines that move within their file are not news: `moved` is recorded once.
    """
    if board.read_only:
        return False
    with board.transaction():
        row = board.row("lessons", lesson)
        if not _is_new(row, judgement):
            return False
        payload = LessonChecked(lesson=lesson, **judgement._asdict())
        board.record(payload, actor=ACTOR, project=row["project"])
    return True


def _is_new(row: LessonRow, judgement: Judgement) -> bool:
    if not cited(row):
        return False  # a person has reviewed it meanwhile
    if judgement.freshness != row["freshness"]:
        return True
    return judgement.freshness == "moved" and judgement.path != row["checked"].get("path")


def _judged(span: Span, tree: Tree) -> Judgement | None:
    try:
        paths = tree.find(span.path)
        if not paths:
            return _elsewhere(span, tree) or gone(span)
        verdicts = [judge(span, tree.lines(path) if span.sha256 else ()) for path in paths]
    except Unreadable:
        return None  # neither confirmed nor refuted
    return best(verdict for verdict in verdicts if verdict is not None)


def _elsewhere(span: Span, tree: Tree) -> Judgement | None:
    """The judgement for a renamed file, if its lines identify the new one."""
    for path in tree.namesakes(span.path):
        if span.sha256 is None:
            return judge(span, (), path) if path.endswith(f"/{span.path}") else None
        try:
            judgement = judge(span, tree.lines(path), path)
        except Unreadable:
            continue
        if judgement is not None and judgement.freshness == "moved":
            return judgement
    return None


def compiled_lessons(board: Board, project: str | None) -> list[LessonRow]:
    """A project's approved lessons that a check was made of."""
    where = {"project": project, "status": "approved", "scope": "project"}
    return [row for row in board.view("lessons", where=where, order="id") if row["compiled"]]
