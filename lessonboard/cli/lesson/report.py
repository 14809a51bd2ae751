"""`lessonboard lesson report`: what was learnt, what lessons did, what a person decides next."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import click

from blackboard.event import iso
from blackboard.next_step import command_of
from blackboard.views.rows import GuardRow, LessonRow
from lessonboard import announcing
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.announcing import lines_of, note_shown
from lessonboard.cli.lesson.backtest import show_backtest
from lessonboard.cli.lesson.critic import show_rates
from lessonboard.cli.output import counted, day, one_line, print_json, rounded
from lessonboard.present.as_json import rule_json
from lessonboard.present.backtest import headline
from lessonboard.present.effects import pool_json
from lessonboard.present.model import state, state_lines
from lessonboard.present.text import times
from lessonboard.waiting import number_waiting
from reflect.accounts.digest import Digest, Line, Span
from reflect.accounts.judge import judge
from reflect.accounts.verdict import verdict
from reflect.accounts.words import INTERVAL, pooled
from reflect.curator.report import report as sum_up
from reflect.guards.next_steps import NextStep, next_steps, spoke_since
from scheduler.handlers.backtest import latest_backtest

_FEW = 5
"""Lines of each part that are shown to a person."""

_PARTS = {
    "learnt": "What was learnt",
    "helped": "What helped, by comparison",
    "harmed": "What harmed",
    "recurred": "What came back although it was shown",
    "followed": "What was followed",
    "stale": "What is stale",
    "ready": "Ready to become a check",
    "injected": "What was shown",
}


@click.command()
@click.option(
    "--since",
    type=options.TimeParam(),
    metavar="WHEN",
    help="From when on: 2026-03-01, 12h, 4w. Default: 7d, 8w with --critic, all with --backtest.",
)
@click.option("--project", help="Only of this project; its remote, its path, or the last part.")
@click.option(
    "--backtest",
    is_flag=True,
    help="Replay your history: which failures would have met their lesson?",
)
@click.option("--approve-all", is_flag=True, help="Replay as if you had approved every lesson.")
@click.option("--critic", is_flag=True, help="What the critic accepted, week by week.")
@options.as_json
@click.pass_obj
def report(
    app: App,
    since: int | None,
    project: str | None,
    backtest: bool,
    approve_all: bool,
    critic: bool,
    as_json: bool,
) -> None:
    """Show what was learnt this week, and its effect.

    The week is that in which this board learnt it, also from older sessions. The effect of lessons
    is reported only from comparisons: sessions with a lesson against sessions that were randomly
    chosen to go without it. A --backtest replays each session in order, with what was learnt by
    rules from the sessions that had ended by then; nothing is written to the board.
    """
    if backtest and critic:
        raise click.UsageError("give --backtest or --critic, not both")
    if backtest or approve_all:
        show_backtest(app, project, since, approve_all, as_json=as_json)
    elif critic:
        show_rates(app, _ago("8w") if since is None else since, project, as_json=as_json)
    else:
        _show_report(app, _ago("7d") if since is None else since, project, as_json=as_json)


def _ago(span: str) -> int:
    return options.TimeParam().convert(span, None, None)


def _show_report(app: App, since: int, project: str | None, *, as_json: bool) -> None:
    settings = app.config.curator
    span = Span(since, time.time_ns() // 1000, settings.stale_days)
    with options.reading(app) as board:
        if not board.read_only:
            judge(board)
        projects = None if project is None else board.projects(project)
        found = sum_up(board, span, projects, settings)
        tested = latest_backtest(board)
        asked = state(board, app.config.model, span.until)
        where = {} if projects is None else {"project": projects}
        steps, said = next_steps(board, where), announcing.sentences(board, where)
        waits, spoke = number_waiting(board, where), spoke_since(board, since, where)
        if not as_json:
            note_shown(app, board, said, steps)
    if as_json:
        outcome = tested["outcome"] if tested else {}
        print_json({**_report_json(found, span), "backtest": outcome or None, "model": asked,
                    "next": [step.as_json() for step in steps], "waiting": waits,
                    "spoke": [row["id"] for row in spoke],
                    "remembering": [rule_json(row) for row in said]})  # fmt: skip
    else:
        _print_report(found, span)
        _print_next([step for step in steps if step.step != "lesson compile"])
        _print_guards(spoke)
        _print_waiting(waits, said, "--all" if project is None else f"--project {project}")
        for line in state_lines(asked) if asked["asked"] or asked["questions"] else ():
            click.echo(line)
        if tested and tested["state"] == "completed":
            click.echo(f"Backtest of {day(tested['last_at'] or 0)}: {headline(tested['outcome'])}")


def _print_report(found: Digest, span: Span) -> None:
    click.secho(f"From {day(span.since)} to {day(span.until)}", bold=True)
    if found.is_empty:
        click.echo("Nothing happened: no session, and nothing was learnt or shown.")
    _print_pools(found)
    for name, title in _PARTS.items():
        if getattr(found, name):
            _print_part(title, getattr(found, name))
    empty = [title.lower() for name, title in _PARTS.items() if not getattr(found, name)]
    if empty and not found.is_empty:
        click.echo(f"Nothing under: {', '.join(empty)}.")
    if found.injections:
        click.echo(f"Shown {counted(found.injections, 'time')} in all, {found.tokens} tokens.")
    silent, sessions = found.silent
    if sessions:
        click.echo(
            f"Nothing was said in {silent} of {counted(sessions, 'session')} "
            f"({found.silent.value:.0%})."
        )
        _print_used(found)


def _print_next(steps: Sequence[NextStep]) -> None:
    """Print what to decide, each with its command."""
    if steps:
        click.secho("For you to decide:", bold=True)
    for step in steps[:_FEW]:
        click.echo(f"  {one_line(step.rule)[:100]}")
        click.echo(f"    {one_line(step.why)}: `{one_line(step.command)}`")
    if len(steps) > _FEW:
        click.echo(f"  and {len(steps) - _FEW} more; --json prints all")


def _print_guards(rows: Sequence[GuardRow]) -> None:
    """Print the guards that refused or asked something, and how each is switched off."""
    if rows:
        click.secho("Guards that spoke:", bold=True)
    for row in rows[:_FEW]:
        counts = {"asked you": row["asked"], "refused": row["refused"]}
        done = ", ".join(f"{name} {times(number)}" for name, number in counts.items() if number)
        click.echo(f"  {one_line(row['rule'])[:100]}")
        click.echo(f"    {done}; `{one_line(command_of('guard off', row['id']))}` ends it")
    if len(rows) > _FEW:
        click.echo(f"  and {len(rows) - _FEW} more: `lessonboard lesson --guards`")


def _print_waiting(number: int, said: Sequence[LessonRow], which: str) -> None:
    """Print what waits for the person, and their sentences that they were not shown yet."""
    if number:
        waits = "waits" if number == 1 else "wait"
        click.echo(f"{number} {waits} for you: `lessonboard lesson review {one_line(which)}`")
    for line in lines_of(said):
        click.echo(line)


def _print_pools(found: Digest) -> None:
    """Print the effect of all lessons, and of groups of them with enough data."""
    if not found.pools:
        if found.injections:
            click.echo("Whether lessons help is not known yet: nothing was compared so far.")
        return
    everything, *groups = found.pools
    click.secho("All lessons, compared:", bold=True)
    click.echo(f"  {pooled(everything)}")
    click.echo(f"    since {day(everything.since)}; {INTERVAL}")
    for pool in groups:
        is_part = pool.lessons < everything.lessons
        if is_part and verdict(pool.pairs) in ("helps", "harms"):
            click.echo(f"  {pool.group} {one_line(pool.name)}: {pooled(pool)}")


def _print_used(found: Digest) -> None:
    taken = sum(found.used.values()) - found.used["output_tokens"]
    if taken:
        cached = found.used["cache_read_tokens"]
        click.echo(
            f"The sessions took {rounded(taken)} tokens in, {rounded(cached)} of them from a "
            f"cache, and gave {rounded(found.used['output_tokens'])} out."
        )


def _print_part(title: str, lines: Sequence[Line]) -> None:
    click.secho(f"{title}:", bold=True)
    for line in lines[:_FEW]:
        click.echo(f"  {one_line(line.lesson)}  {one_line(line.rule)[:100]}")
        click.echo(f"    {one_line(line.why)}")
    if len(lines) > _FEW:
        click.echo(f"  and {len(lines) - _FEW} more; --json prints all")


def _report_json(found: Digest, span: Span) -> dict[str, Any]:
    parts = {name: [line._asdict() for line in getattr(found, name)] for name in _PARTS}
    return {
        "since": iso(span.since),
        "until": iso(span.until),
        "pools": [pool_json(pool) for pool in found.pools],
        **parts,
        "injections": found.injections,
        "tokens": found.tokens,
        "silent_sessions": found.silent.part,
        "sessions": found.silent.total,
        "session_tokens": dict(found.used),
    }
