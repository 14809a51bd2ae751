"""What the tools of one server share: which board, how long to wait for it, under which name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from blackboard import Board
from blackboard.errors import Ambiguous, BoardError, NotFound
from blackboard.sources.repository import project_of
from lessonboard.bootstrap import App
from lessonboard.exclusion import is_off
from lessonboard.places import user_file

EVERYWHERE = "*"
"""The name of a project that means all of them."""


class SwitchedOff(BoardError):
    """Lessonboard is off where the server runs, so its tools tell and take nothing."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"lessonboard is off here: {reason}")


@dataclass(frozen=True)
class ServerContext:
    """One server's place.

    Args:
        app: the settings and the project of the working folder.
        name: unique to the process; work is claimed under it, and it stands for a session that
            the agent did not name.
        wait: seconds that a call waits for other writers.
        rehearsed: the runs of workflows of which this server has made a dry run.
    """

    app: App
    name: str
    wait: float
    rehearsed: set[str] = field(default_factory=set)
    _turn: Lock = field(default_factory=Lock)

    @contextmanager
    def board(self, session: str | None = None) -> Iterator[Board]:
        """The board for one call, perhaps in a session; nothing is kept open between calls.

        One call at a time: opening reads the file's header, and closing any descriptor of a file
        drops the locks that SQLite holds on it for the whole process
        (https://www.sqlite.org/howtocorrupt.html, section 2.2).

        Raises:
            SwitchedOff: lessonboard is off here, or for this session.
            NotFound: there is no board yet.
            CannotOpen: it is damaged, newer, or another program's.
            BoardBusy: another process is writing for longer than this one waits.
        """
        self._ensure_on(None, session)  # by the settings, which need no board
        path = self.app.path
        if not path.exists() and self.app.address is None:
            raise NotFound(f"there is no board at {path} yet; `lessonboard import` makes one")
        with self._turn, self.app.open(timeout=self.wait) as board:
            self._ensure_on(board, session)
            yield board

    def _ensure_on(self, board: Board | None, session: str | None) -> None:
        folder = str(Path.cwd())
        reason = is_off(board, self.app.project or project_of(folder), folder, session)
        if reason:
            raise SwitchedOff(reason)

    def projects(self, board: Board, given: str | None) -> list[str] | None:
        """The projects that are meant: those named, else the one here; None means all.

        Raises:
            BoardError: all are asked for, which needs the user's own setting: an agent that reads a
                page's instructions could carry what one project says into another.
        """
        if given == EVERYWHERE and not self.app.config.mcp.all_projects:
            raise BoardError(
                'project "*" is not allowed; the user allows it by `all_projects = true` in the '
                f"table [mcp] of {user_file()}"
            )
        if given == EVERYWHERE:
            return None
        if given is not None:
            return board.projects(given)
        return None if self.app.project is None else [self.app.project]

    def project(self, board: Board, given: str | None) -> str | None:
        """The one project that is meant, or None for any.

        Raises:
            BoardError: the name could mean several.
        """
        found = self.projects(board, given)
        if found is not None and len(found) > 1:
            raise Ambiguous(given or "", found)
        return found[0] if found else None
