"""Observe the local repositories of sessions, so that their names resolve to one project.

This runs where milliseconds do not matter: after an import, and in the worker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.repository import RepositoryObserved
from blackboard.sources.repository import repository_of
from scheduler.git.command import GitFailed, run_git

ACTOR = "lessonboard"
_SECONDS = 10.0
"""The limit per repository; where walking the history takes longer, the remotes must do."""


def observe(board: Board, folders: Iterable[str]) -> int:
    """Record each folder's repository unless it is recorded as it is now.

    Returns how many were new or had changed.
    """
    events = [event for event in _observations(set(folders)) if _is_new(board, event)]
    board.append(events)
    return len(events)


def _is_there(folder: str) -> bool:
    try:
        return Path(folder).is_dir()
    except (OSError, ValueError):  # a transcript may name what no file system takes
        return False


def _observations(folders: set[str]) -> Iterator[NewEvent]:
    first_commits: dict[str, str | None] = {}
    roots: set[str] = set()
    for folder in sorted(folders):
        repository = repository_of(folder) if _is_there(folder) else None
        if repository is None or repository[0] in roots:
            continue
        root, git_folder, remotes = repository
        roots.add(root)
        if git_folder not in first_commits:  # shared by all worktrees
            first_commits[git_folder] = _first_commit(root)
        payload = RepositoryObserved(
            root=root,
            git_folder=git_folder,
            remotes=remotes,
            first_commit=first_commits[git_folder],
        )
        yield new(payload, actor=ACTOR)


def _first_commit(root: str) -> str | None:
    """The oldest root commit; None if there is none, or the search takes too long."""
    try:
        output = run_git(Path(root), "rev-list", "--max-parents=0", "HEAD", timeout=_SECONDS)
    except GitFailed:
        return None  # no commit yet, a damaged repository, no git: the remotes still identify it
    return output.split()[-1] if output.split() else None


def _is_new(board: Board, event: NewEvent) -> bool:
    before = list(board.read(stream=event.stream))  # few events: one per change
    return not before or before[-1].payload != event.payload
