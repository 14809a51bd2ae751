"""The lessons that a repository keeps and whose person did not trust it: asked about, never shown.

Light to import, because the status line uses it.
"""

from __future__ import annotations

from blackboard.repositories.lesson_folder import number_of_files, source_of
from blackboard.sources.repository import made_of, repository_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

Checkout = tuple[str, str, str]
"""A trusted source, a git folder in which its person said so, and what distinguishes that."""

COMMAND = "lessonboard team trust"


def untrusted(folder: str, trusted: Collection[Checkout]) -> tuple[str, int]:
    """The top of the repository that a folder is in, and how many lessons wait for trust there.

    Other worktrees of a trusted checkout are trusted, too.
    """
    found = repository_of(folder, port=True)
    if found is None:
        return "", 0
    top, git, remotes = found
    number = number_of_files(top)
    if number <= 0:
        return top, 0
    source = source_of(remotes.get("origin") or git)
    return top, 0 if (source, git, made_of(git)) in trusted else number


def keeps_lessons(folder: str) -> bool:
    """Whether a folder is in a repository that has lessons checked out."""
    found = repository_of(folder)
    return found is not None and number_of_files(found[0]) > 0


def keeps_folder(folder: str) -> bool:
    """Whether a folder is in a repository that has a place for lessons, be it empty."""
    found = repository_of(folder)
    return found is not None and number_of_files(found[0]) >= 0
