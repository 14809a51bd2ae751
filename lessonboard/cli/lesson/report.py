"""`lessonboard lesson report`: what was learnt, what lessons did, what a person decides next.

What each form needs is imported for it alone: what was learnt this week takes far more than the
figures of the backtest.
"""

from __future__ import annotations

import click

from lessonboard.bootstrap import App
from lessonboard.cli import options


@click.command()
@click.option(
    "--since",
    type=options.TimeParam(),
    metavar="WHEN",
    help="From when on: 2026-03-01, 12h, 4w. Default: 7d, 8w with --critic, 26w with --backtest.",
)
@click.option("--project", help="Only of this project; its remote, its path, or the last part.")
@click.option("--all", "everything", is_flag=True, help="Every lesson with what became of it.")
@click.option(
    "--backtest",
    is_flag=True,
    help="What came back in your history: was its lesson there in time?",
)
@click.option("--critic", is_flag=True, help="What the critic accepted, week by week.")
@options.as_json
@click.pass_obj
def report(
    app: App,
    since: int | None,
    project: str | None,
    everything: bool,
    backtest: bool,
    critic: bool,
    as_json: bool,
) -> None:
    """Show what was learnt this week, and its effect, in five sentences.

    The week is that in which this board learnt it, also from older sessions. The effect of lessons
    is reported only from comparisons: sessions with a lesson against sessions that were randomly
    chosen to go without it. The --backtest says what came back in later sessions of your history,
    and whether its lesson would have been shown in time; imports and the worker keep it up to date.
    """
    if sum((everything, backtest, critic)) > 1:
        raise click.UsageError("give one of --all, --backtest and --critic")
    if backtest:
        from lessonboard.cli.lesson.backtest import show_backtest

        show_backtest(app, project, since, as_json=as_json)
    elif critic:
        from lessonboard.cli.lesson.critic import show_rates

        show_rates(app, _ago("8w") if since is None else since, project, as_json=as_json)
    else:
        from lessonboard.cli.lesson.week import show_week

        since = _ago("7d") if since is None else since
        show_week(app, since, project, everything=everything, as_json=as_json)


def _ago(span: str) -> int:
    return options.TimeParam().convert(span, None, None)
