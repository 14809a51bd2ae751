"""Looking at the repositories of sessions on this machine, so that their names become one project.

Run where nobody waits for single milliseconds: after an import, and by the worker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from blackboard import Board
from blackboard.event import NewEvent
from blackboard.events.payload import new
from blackboard.events.repository import RepositoryObserved
from blackboard.sources.repository import repository_of
from scheduler.git_command import GitFailed, run_git

ACTOR = "lessonboard"
_SECONDS = 10.0
"""For one repository; of one whose history takes longer to walk, the remotes still tell."""

_HARMLESS = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
             "-c", "protocol.ext.allow=never")  # fmt: skip
"""A repository's own settings must not run a program when it is looked at."""


def observe(board: Board, folders: Iterable[str]) -> int:
    """Record each repository that the folders are in, if it is not as it was seen last.

    Returns how many were new or had changed.
    """
    events = [event for event in _observations(set(folders)) if _is_new(board, event)]
    board.append(events)
    return len(events)


def _observations(folders: set[str]) -> Iterator[NewEvent]:
    first_commits: dict[str, str | None] = {}
    roots: set[str] = set()
    for folder in sorted(folders):
        found = repository_of(folder) if Path(folder).is_dir() else None
        if found is None or found[0] in roots:
            continue
        root, git_folder, remotes = found
        roots.add(root)
        if git_folder not in first_commits:  # one for all worktrees
            first_commits[git_folder] = _first_commit(root)
        payload = RepositoryObserved(
            root=root,
            git_folder=git_folder,
            remotes=remotes,
            first_commit=first_commits[git_folder],
        )
        yield new(payload, actor=ACTOR)


def _first_commit(root: str) -> str | None:
    """The oldest root commit; None where there is none, or it takes too long to find."""
    try:
        found = run_git(
            Path(root), *_HARMLESS, "rev-list", "--max-parents=0", "HEAD", timeout=_SECONDS
        )
    except GitFailed:
        return None  # no commit yet, a damaged repository, no git: the remotes still tell
    return found.split()[-1] if found.split() else None


def _is_new(board: Board, event: NewEvent) -> bool:
    before = list(board.read(stream=event.stream))  # a few: one for each change
    return not before or before[-1].payload != event.payload
