"""`lessonboard lesson report --backtest`: how much of what came back met its lesson in time."""

from __future__ import annotations

import sys
import time

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, print_json, reaching, screen
from lessonboard.present.backtest import lines

_LONG = 20
"""Sessions from which on a line says what is done, where no terminal shows a bar."""


def show_backtest(app: App, project: str | None, since: int | None, *, as_json: bool) -> None:
    """Print what came back in later sessions, and how much of it would have met its lesson.

    Args:
        app: the settings and the board.
        project: count sessions of this one alone.
        since: count sessions since then; the half year before the newest one if not given.
        as_json: print the figures for other programs.
    """
    from reflect.backtest.result import result

    began = time.monotonic()
    with options.reading(app) as board:
        _bring_up(app, board)
        projects = None if project is None else board.projects(project)
        figures = result(board, since, projects).as_json()
    if as_json:
        print_json({**figures, "seconds": round(time.monotonic() - began, 3)})
    else:
        for line in lines(figures, screen()):
            click.echo(line)


def _bring_up(app: App, board: Board) -> None:
    """Look at the sessions that are not counted yet, and say so where it takes long."""
    from lessonboard.backtesting import bring_up, for_a_reader

    number = for_a_reader(app, board)
    if not number:
        return
    if number > _LONG and not sys.stderr.isatty():
        click.echo(f"Looking at {counted(number, 'session')} for the first time ...", err=True)
    with reaching("Looking at sessions", number) as reach:
        bring_up(app, board, lambda done, _all: reach(done))
