"""What the tools of one server share: which board, how long to wait for it, under which name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock

from blackboard import Board
from blackboard.errors import BoardError, NotFound
from lessonboard.bootstrap import App

EVERYWHERE = "*"
"""The name of a project that means all of them."""


@dataclass(frozen=True)
class Desk:
    """One server's place.

    Args:
        app: the settings and the project of the working folder.
        name: unique to the process; work is claimed under it, and it stands for a session that
            the agent did not name.
        wait: seconds that a call waits for other writers.
    """

    app: App
    name: str
    wait: float
    _turn: Lock = field(default_factory=Lock)

    @contextmanager
    def board(self) -> Iterator[Board]:
        """The board for one call; nothing is kept open between calls.

        One call at a time: opening reads the file's header, and closing any descriptor of a file
        drops the locks that SQLite holds on it for the whole process
        (https://www.sqlite.org/howtocorrupt.html, section 2.2).

        Raises:
            NotFound: there is none yet.
            CannotOpen: it is damaged, newer, or another program's.
            BoardBusy: another process is writing for longer than this one waits.
        """
        path = self.app.path
        if not path.exists():
            raise NotFound(f"there is no board at {path} yet; `lessonboard import` makes one")
        read_only = not os.access(path, os.W_OK)
        with self._turn, Board.open(path, read_only=read_only, timeout=self.wait) as board:
            yield board

    def projects(self, board: Board, given: str | None) -> list[str] | None:
        """The projects that are meant: those named, else the one here; None means all."""
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
            raise BoardError(f"{given!r} could be any of {', '.join(found[:5])}; write more of it")
        return found[0] if found else None
