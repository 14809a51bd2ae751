"""What was not read or indexed yet: no board, one without a session, a history or a log too long.

A read that finds nothing on such a board says so, and which command reads.
"""

from __future__ import annotations

import sys

from blackboard.errors import NotFound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from blackboard import Board
    from lessonboard.bootstrap import App

READS = "`lessonboard session import` reads the history of the coding agents on this machine"


class NoBoard(NotFound):
    """A read found no board, and makes none."""

    def __init__(self, path: Path, *, is_default: bool) -> None:
        if is_default:
            super().__init__(f"nothing was read yet: there is no board at {path}; {READS}")
        else:
            super().__init__(
                f"there is no board at {path}, and a read makes none: check --db, LESSONBOARD_DB "
                f"and [board] path of the settings, or fill it: {READS}"
            )


def nothing_read(board: Board) -> str:
    """Return a sentence that says that no session was read yet; empty where one was."""
    if board.view("sessions", limit=1) or board.local.lag() != 0:  # none is known, in haste
        return ""
    return f"No session was read yet: {READS}."


def how_far(app: App, board: Board) -> str:
    """Return how far the first reading of this machine's history is, and who reads the rest.

    It is empty where that is done, or was not asked for.
    """
    read = how_many(app, board)
    return read and f"{read}; {_who_reads(app.path)}"


def how_many(app: App, board: Board) -> str:
    """Return how many transcripts of this machine's history are read, as `how_far` does."""
    from lessonboard.hooks.background import EVERYTHING

    if board.local.imports.swept_at() != EVERYTHING:
        return ""
    from lessonboard.discovery import transcripts
    from lessonboard.history import waiting

    unread = waiting(app, board).files
    if not unread:
        return ""
    whole = max(unread, sum(1 for _ in transcripts(app.config.import_.paths)))
    return f"{whole - unread} of {whole} transcripts are read"


def _who_reads(board: Path) -> str:
    from lessonboard.running_worker import running

    if running(board):
        return "the worker reads the rest"
    return "`lessonboard admin worker --until-idle` reads the rest, as does the next session"


def unsearched(board: Board) -> str:
    """Return what a search did not reach, where very many events came together; else nothing."""
    head, unindexed, unfolded = board.log.head(), board.unindexed(), board.lag() or 0
    left = []
    if unindexed:
        left.append(f"{head - unindexed:,} of {head:,} events were searched, the newest first")
    if unfolded:
        left.append(f"titles and lessons of the last {unfolded:,} events are not known yet")
    if left:
        left.append("the next search and the worker after a session go on")
    return "; ".join(left)


def say_how_far(app: App, board: Board) -> None:
    """Print it on standard error, where an answer may lack what is not read yet."""
    _say(how_far(app, board))


def say_unsearched(board: Board) -> None:
    """Print on standard error how far a search reached."""
    _say(unsearched(board))


def _say(told: str) -> None:
    if told:
        sys.stderr.write(f"lessonboard: {told}\n")
