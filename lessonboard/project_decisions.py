"""A person's decisions on which names are one project; each is an event, and can be undone."""

from __future__ import annotations

from blackboard import Board, BoardError
from blackboard.events import streams
from blackboard.events.repository import ProjectDecisionUndone, ProjectMerged, ProjectSplit
from blackboard.views.rows import TieRow

_ACTOR = "human"
DECISIONS = ["merged", "split"]
"""The kinds of ties that a person made."""


def merge(board: Board, one: str, other: str, reason: str = "") -> str:
    """Make two projects one, called as the second; returns the event's id.

    Raises:
        BoardError: they are one already.
    """
    if one == other:
        raise BoardError(f"they are one project already: {one}")
    [event] = board.record(ProjectMerged(project=one, into=other, reason=reason), actor=_ACTOR)
    board.catch_up()
    return event.id


def split(board: Board, name: str, project: str, reason: str = "") -> str:
    """Take one of its names out of a project; returns the event's id.

    Raises:
        BoardError: the project is called by that name, or has no such name.
    """
    if name == project:
        raise BoardError(
            f"{name} is what its project is called; split off one of its other names: "
            f"lessonboard admin project {name}"
        )
    if name not in board.names_of(project):
        raise BoardError(f"{name!r} is no whole name; see `lessonboard admin project {project}`")
    [event] = board.record(ProjectSplit(name=name, project=project, reason=reason), actor=_ACTOR)
    board.catch_up()
    return event.id


def keep_apart(board: Board, one: str, other: str, reason: str = "") -> str:
    """Keep two projects apart, so that it is not suggested to merge them; returns the event's id.

    Raises:
        BoardError: they are one.
    """
    if one == other:
        raise BoardError(f"they are one project: {one}; to take one of its names out: NAME --split")
    [event] = board.record(ProjectSplit(name=one, project=other, reason=reason), actor=_ACTOR)
    board.catch_up()
    return event.id


def undo(board: Board, decision: str, reason: str | None = None) -> TieRow:
    """Undo the merge or split whose id begins so; return its tie.

    Raises:
        BoardError: there is none that holds, or several.
    """
    with board.transaction():
        row = _holding(board, decision)
        undone = ProjectDecisionUndone(decision=row["id"], reason=reason)
        board.record(undone, actor=_ACTOR, stream=streams.project(row["other"] or ""))
    board.catch_up()
    return row


def _holding(board: Board, decision: str) -> TieRow:
    """Return the one decision that was not undone, by the beginning of its id."""
    found = [row for row in board.view("ties", where={"kind": DECISIONS})
             if decision and row["id"].startswith(decision) and not row["undone"]]  # fmt: skip
    if len(found) != 1:
        raise BoardError(
            f"no merge or split that holds has the id {decision!r}; see `lessonboard admin events "
            "--type project.merged --type project.separated`"
        )
    return found[0]
