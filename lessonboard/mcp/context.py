"""What the tools of one server share: which board, how long to wait for it, under which name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from threading import Lock

from blackboard import Board
from blackboard.errors import Ambiguous, BoardError, NotFound, UnknownProject
from blackboard.patience import patient
from blackboard.search.scope import Scope
from blackboard.sources.repository import project_of
from lessonboard.bootstrap import App
from lessonboard.exclusion import is_off, omission
from lessonboard.mcp.reach import OPENS, NotOpened, Reach, hits_elsewhere

EVERYWHERE = "*"
"""The name of a project that means all of them."""

_MOST_COUNTED = 20
"""Hits in other projects that are counted."""


class SwitchedOff(BoardError):
    """Lessonboard is off where the server runs, so its tools return and record nothing."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"lessonboard is off here: {reason}")


@dataclass(frozen=True)
class ServerContext:
    """One server's place.

    Args:
        app: the settings and the project of the working folder.
        name: unique to the process; work is claimed under it, and it names the session where
            the agent named none.
        wait: seconds that a call waits for other writers.
        began: when the server was started with its session, in microseconds since 1970.
        rehearsed: the runs of workflows of which this server has made a dry run.
    """

    app: App
    name: str
    wait: float
    began: int | None = None
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
            raise NotFound(
                f"there is no board at {path} yet; `lessonboard session import` makes one"
            )
        with self._turn, self.app.open(timeout=self.wait) as board:
            self._ensure_on(board, session)
            yield board

    @property
    def here(self) -> str:
        """The project of the working folder; a folder outside of any repository is one itself."""
        return self.app.project or project_of(str(Path.cwd()))

    def _ensure_on(self, board: Board | None, session: str | None) -> None:
        folder = str(Path.cwd())
        reason = is_off(board, self.here, folder, session)
        if reason:
            raise SwitchedOff(reason)

    def reach(self, board: Board) -> Reach:
        """Return what may be shown here.

        An agent that reads a page's instructions could carry what one project says into another.
        """
        opened = self.app.opened_projects
        out = omission(board)
        why_off = cache(lambda project: out.why_off(project, None, None))
        if EVERYWHERE in opened:
            return Reach(None, why_off)
        here = (self.here, *opened)
        return Reach(frozenset(board.project(each) or each for each in here), why_off)

    def projects(self, board: Board, given: str | None, sought: str = "") -> list[str] | None:
        """Return the projects that are meant: those named, else the one here; None means all.

        Args:
            board: the board.
            given: the name of a project, by any of its names, or `EVERYWHERE`.
            sought: what is looked for, by which what lies elsewhere is counted.

        Raises:
            NotOpened: it is not open to agents here, or unknown.
        """
        reach = self.reach(board)
        if given is None:
            return [board.project(self.here) or self.here]
        if given == EVERYWHERE and reach.projects is None:
            return _all_on(board, reach, self.here)
        named = board.projects(given) if reach.projects is None else _named(board, given)
        found = [] if given == EVERYWHERE else reach.of(named)
        if not found:
            raise NotOpened(given, self.hits_elsewhere(board, sought))
        return found

    def wider(self, board: Board, sought: str, given: str | None) -> str:
        """Return what to say when nothing was found: how to look further, and what is there."""
        if given == EVERYWHERE:
            return ""
        if EVERYWHERE in self.app.opened_projects:
            return f'project "{EVERYWHERE}" is all of them'
        elsewhere = self.hits_elsewhere(board, sought)
        return f"{elsewhere}the user opens a project with `{OPENS} NAME`" if elsewhere else ""

    def hits_elsewhere(self, board: Board, sought: str) -> str:
        """Return how many hits lie in projects that are not open here, as a clause.

        It is empty for none.
        """
        reach = self.reach(board)
        if reach.projects is None or not sought.strip():
            return ""
        found = board.recall(sought, Scope(), limit=_MOST_COUNTED)
        return hits_elsewhere(sum(reach.is_closed(each.project) for each in found), _MOST_COUNTED)

    def project(self, board: Board, given: str | None, sought: str = "") -> str | None:
        """Return the one project that is meant, or None for any.

        Raises:
            NotOpened: it is not open to agents here, or unknown.
            Ambiguous: the name could mean several.
        """
        found = self.projects(board, given, sought)
        if found is not None and len(found) > 1:
            raise Ambiguous(given or "", found)
        return found[0] if found else None


def _all_on(board: Board, reach: Reach, here: str) -> list[str] | None:
    """None where nothing is off, which is quicker to look through."""
    from lessonboard.project_list import projects

    with patient():  # a project that is not known yet may be one that is off
        known = [each["project"] for each in projects(board)]
    on = reach.of(known)
    return None if len(on) == len(known) else on or [here]  # of none would be no limit


def _named(board: Board, name: str) -> list[str]:
    try:
        return board.projects(name)
    except UnknownProject:
        return []
