"""`lessonboard backtest`: what one's own history says about what lessons are worth."""

from __future__ import annotations

import time

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json, reaching
from lessonboard.present.backtest import lines


@click.command()
@click.option("--project", help="Only of this project; its remote, its path, or the last part.")
@click.option(
    "--since",
    type=options.TimeParam(),
    metavar="WHEN",
    help="Count sessions since 2026-03-01, 12h, 7d; earlier ones are learnt from.",
)
@click.option(
    "--approve-all", is_flag=True, help="As if you had approved every lesson that was learnt."
)
@options.as_json
@click.pass_obj
def backtest(
    app: App, project: str | None, since: int | None, approve_all: bool, as_json: bool
) -> None:
    """Replay your own history: which failures that came back would have met their lesson?

    Each session is replayed in the order in which things happened, and is told what was learnt
    from the sessions that were over by then. In time means at its start, with a prompt, or at an
    earlier call. Learnt by rules, from sessions alone; nothing is written to the board.
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
