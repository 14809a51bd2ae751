"""`lessonboard lesson report --backtest`: what lessons would have been worth so far."""

from __future__ import annotations

import time

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json, reaching
from lessonboard.present.backtest import lines


def show_backtest(
    app: App, project: str | None, since: int | None, approve_all: bool, *, as_json: bool
) -> None:
    """Replay the board's own history, and print which failures would have met their lesson.

    Args:
        app: the settings and the board.
        project: replay this one alone.
        since: count sessions since then; earlier ones are still learnt from.
        approve_all: as if every lesson had been approved.
        as_json: print the figures for other programs.
    """
    from reflect.backtest.replay import Options
    from reflect.backtest.replay import backtest as replay

    began = time.monotonic()
    items, tokens = app.context_limits
    with options.reading(app) as board:
        asked = Options(
            projects=None if project is None else tuple(board.projects(project)),
            since=since or 0,
            approve_all=approve_all,
            items=items,
            tokens=tokens,
            policy=app.config.curator,
            critic=app.config.reflection.in_force(),
        )
        with reaching("Replaying", 100) as reach:
            found = replay(board, asked, lambda done, total: reach(100 * done // total))
    figures = found.as_json()
    seconds = round(time.monotonic() - began, 3)
    if as_json:
        print_json({**figures, "seconds": seconds})
    else:
        for line in lines(figures):
            click.echo(line)
