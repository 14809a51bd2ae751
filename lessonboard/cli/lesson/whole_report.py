"""The whole report: each lesson with what became of it, and what a person decides next."""

from __future__ import annotations

from collections.abc import Sequence

import click

from blackboard.next_step import command_of
from blackboard.views.rows import GuardRow, LessonRow
from lessonboard.cli.announcing import lines_of
from lessonboard.cli.output import counted, day, one_line, rounded
from lessonboard.present.backtest import headline
from lessonboard.present.model import state_lines
from lessonboard.present.report import Week
from lessonboard.present.text import times
from reflect.accounts.digest import Digest, Line, Span
from reflect.accounts.verdict import verdict
from reflect.accounts.words import INTERVAL, pooled
from reflect.guards.next_steps import NextStep

_FEW = 5
"""Lines of each part that are shown to a person."""

PARTS = {
    "learnt": "What was learnt",
    "helped": "What helped, by comparison",
    "harmed": "What harmed",
    "recurred": "What came back although it was shown",
    "followed": "What was followed",
    "stale": "What is stale",
    "ready": "Ready to become a check",
    "injected": "What was shown",
}


def print_whole(week: Week) -> None:
    """Print each lesson with what became of it, and what there is to decide."""
    _print_digest(week.found, week.span)
    _print_next([step for step in week.steps if step.step != "lesson compile"])
    _print_guards(week.spoke)
    _print_waiting(week.waiting, week.said, week.which)
    for line in state_lines(week.model) if week.model["asked"] or week.model["questions"] else ():
        click.echo(line)
    if week.backtest["sessions"]:
        click.echo(headline(week.backtest))


def _print_digest(found: Digest, span: Span) -> None:
    click.secho(f"From {day(span.since)} to {day(span.until)}", bold=True)
    if found.is_empty:
        click.echo("Nothing happened: no session, and nothing was learnt or shown.")
    _print_pools(found)
    for name, title in PARTS.items():
        if getattr(found, name):
            _print_part(title, getattr(found, name))
    empty = [title.lower() for name, title in PARTS.items() if not getattr(found, name)]
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
