"""Which projects agents in a folder are answered about: its own, and what a person opened."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

from blackboard.errors import BoardError

OPENS = "lessonboard admin mcp-projects"
"""The command that opens other projects on this machine."""


class NotOpened(BoardError):
    """An agent asked for a project that is not open to it, whether or not there is one."""

    def __init__(self, name: str, hits: str) -> None:
        command = f"{OPENS} --all" if name == "*" else f"{OPENS} {name}"
        super().__init__(
            f"project {name!r} is not open to agents in this folder; {hits}the user opens it with "
            f"`{command}`"
        )


class Reach(NamedTuple):
    """The projects that may be shown, by the names that they have now.

    `projects` are those that are open, None all of them; `why_off` says why one is switched off,
    and is empty for one that is on.
    """

    projects: frozenset[str] | None
    why_off: Callable[[str], str] = lambda _project: ""

    def covers(self, project: str | None) -> bool:
        """Return whether what belongs to a project may be shown; what belongs to none may."""
        if project is None:
            return True
        return (self.projects is None or project in self.projects) and not self.why_off(project)

    def is_closed(self, project: str | None) -> bool:
        """Return whether a project is on and not open, so that a person could open it."""
        return not self.covers(project) and not self.why_off(project or "")

    def covers_row(self, row: Mapping[str, Any]) -> bool:
        """Return whether a row may be shown, which it may wherever it holds everywhere."""
        return row.get("scope") == "global" or self.covers(row["project"])

    def of(self, projects: Collection[str]) -> list[str]:
        """Return the projects that may be shown."""
        return [each for each in projects if self.covers(each)]


def hits_elsewhere(count: int, most: int) -> str:
    """Return how much lies in projects that are not open, as a clause that goes on.

    >>> hits_elsewhere(1, 20), hits_elsewhere(20, 20), hits_elsewhere(0, 20)
    ('1 hit lies in other projects; ', '20 or more hits lie in other projects; ', '')
    """
    if not count:
        return ""
    if count == 1:
        return "1 hit lies in other projects; "
    return f"{count}{' or more' if count >= most else ''} hits lie in other projects; "
