"""Where the copy of a project is on this machine."""

from __future__ import annotations

from pathlib import Path

from blackboard import Board
from blackboard.errors import BoardError
from blackboard.sources.repository import in_repository, project_of
from lessonboard.bootstrap import App


def checkout_of(app: App, board: Board, project: str | None) -> Path:
    """Return the copy of a project on this machine: the working folder, or where its sessions were.

    Raises:
        BoardError: there is none.
    """
    project = board.project(project)
    if project is not None and board.project(app.project) == project:
        return _root(Path.cwd())
    where = {"project": project}
    for row in board.view("sessions", where=where, order="-last_at", limit=200):
        folder = row["cwd"]
        if folder is None or not in_repository(folder):
            continue
        here = board.project(project_of(folder))
        if here and here == project:
            return _root(Path(folder))
    raise BoardError(
        f"there is no checkout of {project or 'the request'} here: go into one and use "
        "`lessonboard automation run` there"
    )


def _root(folder: Path) -> Path:
    """Return the top of the checkout that a folder is in."""
    return next(place for place in (folder, *folder.parents) if (place / ".git").exists())
