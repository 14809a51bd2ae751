"""Observe the local repositories of sessions, so that their names resolve to one project.

This runs where milliseconds do not matter: after an import, and in the worker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.repository import RepositoryMoved, RepositoryObserved
from blackboard.sources.repository import repository_of
from scheduler.git.command import GitFailed, run_git

ACTOR = "lessonboard"
_SECONDS = 10.0
"""The limit per repository; where walking the history takes longer, the remotes must do."""


def observe(board: Board, folders: Iterable[str]) -> int:
    """Record each folder's repository unless it is recorded as it is now.

    Returns how many were new or had changed.
    """
    seen = list(_observations(set(folders)))
    moved = [new(each, actor=ACTOR) for each in _moves(seen, _roots_before(board))]
    events = [new(each, actor=ACTOR) for each in seen]
    changed = [event for event in events if _is_new(board, event)]
    board.append([*changed, *moved])
    return len(changed)


def _roots_before(board: Board) -> dict[str, set[str]]:
    """Return the known folders that were not found elsewhere since, by their first commits."""
    known: dict[str, set[str]] = {}
    moved = {row["other"] for row in board.view("ties", where={"kind": "moved-folder"})}
    for row in board.view("ties", where={"kind": "observed"}):
        if row["one"] and row["one"] not in moved:
            known.setdefault(row["first_commit"] or "", set()).add(row["one"])
    return known


def _moves(
    seen: Iterable[RepositoryObserved], before: Mapping[str, set[str]]
) -> Iterator[RepositoryMoved]:
    """Yield the one new folder of a history with the one known folder of it that is gone."""
    for commit, repositories in groupby(sorted(seen, key=_history), key=_history):
        known = before.get(commit, set())
        fresh = [each.root for each in repositories if each.root not in known]
        gone = [root for root in known if not _is_there(root)]
        if commit and len(gone) == len(fresh) == 1:
            yield RepositoryMoved(root=fresh[0], other=gone[0])


def _history(seen: RepositoryObserved) -> str:
    return seen.first_commit or ""


def _is_there(folder: str) -> bool:
    try:
        return Path(folder).is_dir()
    except (OSError, ValueError):  # a transcript may name what no file system takes
        return False


def _observations(folders: set[str]) -> Iterator[RepositoryObserved]:
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
        yield RepositoryObserved(
            root=root,
            git_folder=git_folder,
            remotes=remotes,
            first_commit=first_commits[git_folder],
        )


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
