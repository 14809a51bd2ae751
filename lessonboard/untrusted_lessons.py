"""The lessons that a repository keeps and whose person did not trust it: asked about, never shown.

Light to import, because the status line uses it.
"""

from __future__ import annotations

from blackboard.repositories.lesson_folder import number_of_files, source_of
from blackboard.sources.repository import repository_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

Checkout = tuple[str, str]
"""A trusted source, and a folder in which its person said so."""

COMMAND = "lessonboard team trust"


def untrusted(folder: str, trusted: Iterable[Checkout]) -> tuple[str, int]:
    """The top of the repository that a folder is in, and how many lessons wait for trust there.

    Other worktrees of a trusted checkout are trusted, too.
    """
    found = repository_of(folder)
    if found is None:
        return "", 0
    top, git, remotes = found
    number = number_of_files(top)
    if number <= 0:
        return top, 0
    source = source_of(remotes.get("origin") or git)
    checkouts = (repository_of(place) for name, place in trusted if name == source and place)
    is_trusted = any(each is not None and each[1] == git for each in checkouts)
    return top, 0 if is_trusted else number


def keeps_lessons(folder: str) -> bool:
    """Whether a folder is in a repository that has lessons checked out."""
    found = repository_of(folder)
    return found is not None and number_of_files(found[0]) > 0


def keeps_folder(folder: str) -> bool:
    """Whether a folder is in a repository that has a place for lessons, be it empty."""
    found = repository_of(folder)
    return found is not None and number_of_files(found[0]) >= 0
