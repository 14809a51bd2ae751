"""Check whether what lessons cite is still in their files, and what parts add."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from blackboard import Board
from blackboard.sources.repository import project_of
from blackboard.views.rows import SessionRow
from reflect.freshness.check import ACTOR, check, compiled_lessons, due
from scheduler.handler import Hopeless, Outcome, Stopped
from scheduler.work.item import Item
from scheduler.work.queue import Queue

KIND = "check-lessons"
EVERY = 6 * 3_600_000_000
"""Microseconds between two checks of a project; files change all day, lessons are few."""


class Settled(NamedTuple):
    """What became of a lesson, as a part says."""

    lesson: str
    state: str


ProjectCheck = Callable[[Board, str | None, Path], Iterable[Settled]]
"""Looks at a project in a folder; it appends what changed, unless the board is read-only."""


@dataclass(frozen=True)
class CheckHandler:
    """Does items of the kind `check-lessons`: `{"project", "folder"}`.

    A check records only what changed, so one that is repeated records nothing twice. `also` is what
    parts of the product look at besides.
    """

    also: tuple[ProjectCheck, ...] = ()
    kind: str = KIND
    in_background: bool = True

    def handle(self, board: Board, item: Item, stopping: Callable[[], bool]) -> Outcome:
        """Judge the lessons of the project; those that drifted come up in `review`."""
        project, folder = _asked(item)
        if not _holds(board, folder, project):
            return {"checked": 0, "reason": f"{folder} does not hold {project} any more"}
        found: Counter[str] = Counter()
        for each in check(board, due(board, project), folder):
            found[each.judgement.freshness if each.judgement else "unknown"] += 1
            if stopping():
                raise Stopped(f"{item.id}: the worker stops")
        settled = Counter(each.state for look in self.also for each in look(board, project, folder))
        return {"checked": found.total(), **found, **({"checks": settled} if settled else {})}


def ask_for_check(board: Board, session: SessionRow, clock: Callable[[], int]) -> bool:
    """Put a check on the queue for the project of a session, and say whether it was.

    Only if the folder in which it worked is on this machine and still that project's, lessons
    of it cite files or became checks, and no check was asked for in the last hours.
    """
    project, folder = session["project"], session["cwd"]
    if not project or not folder or not _holds(board, Path(folder), project):
        return False
    since = {"kind": KIND, "project": project, "created_at>=": clock() - EVERY}
    if board.view("work", where=since, limit=1):
        return False
    if not due(board, project) and not compiled_lessons(board, project):
        return False
    place = {"project": project, "folder": folder}
    _, is_new = Queue(board, ACTOR, clock=clock).create(
        KIND, place, priority="P3", dedup_key=f"{KIND}:{project}", project=project
    )
    return is_new


def _holds(board: Board, folder: Path, project: str) -> bool:
    """Whether a folder is on this machine and belongs to a project."""
    return folder.is_dir() and board.project(project_of(str(folder))) == project


def _asked(item: Item) -> tuple[str, Path]:
    match item.input:
        case {"project": str(project), "folder": str(folder)} if "\0" not in folder:
            return project, Path(folder)
    raise Hopeless(f"{item.id} does not name a project and the folder of its files")
