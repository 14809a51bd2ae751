"""`lessonboard forget --retention`: the limits of `[retention]`, tried and applied."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from blackboard import BoardError
from lessonboard import retention_limits
from lessonboard.cli.output import reaching
from lessonboard.places import user_file
from lessonboard.retention_limits import in_words, reason

if TYPE_CHECKING:
    from blackboard import Board
    from blackboard.forgetting import Plan
    from lessonboard.bootstrap import App


def ensure_set(app: App) -> None:
    """Refuse where no limit is set, or the board is not this machine's alone.

    Raises:
        BoardError: with what to do.
    """
    if app.address:
        raise BoardError("retention erases nothing on a team's log, which others read as well")
    if not in_words(app.config.retention):
        raise BoardError(
            f"no limit is set, so nothing is erased: write [retention] with days = 400 or "
            f"megabytes = 2000 into {user_file()}, then try `lessonboard forget --retention "
            "--dry-run`"
        )


def plan_of_retention(app: App, board: Board) -> Plan:
    """Return what the limits would erase now."""
    from lessonboard.retention import due

    with reaching("Searching", board.log.head()) as reach:
        return due(board, app.config.retention, time.time_ns() // 1000, reach)


def confirm(app: App, board: Board) -> None:
    """Note that the worker may go on with these limits, and say so."""
    retention_limits.confirm(board, app.config.retention)
    limits = in_words(app.config.retention)
    click.echo(f"From now on the worker applies these limits once a day: {limits}.", err=True)


def reason_of(app: App) -> str:
    """Return what is kept as the reason."""
    return reason(app.config.retention)
