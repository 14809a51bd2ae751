"""`lessonboard lesson guard`: what a lesson may refuse, and what it would have refused."""

from __future__ import annotations

import sys
import time

import click

from blackboard import Board
from blackboard.views.guards import is_prohibition
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson.guards import guard_json, list_guards, print_guard
from lessonboard.cli.output import counted, day, one_line, print_json
from lessonboard.cli.who_decides import decides
from lessonboard.naming import key_of
from reflect.guards.decide import GuardBacktest
from reflect.guards.prohibiting import Weighed, objection, weigh
from reflect.guards.switching import examine, guard_of, switch_off, switch_on

_SHOWN = 10
"""Refusals that are shown to a person who switches a guard on."""

_HOW = "`lessonboard lesson guard ID` lets it refuse."


def _switches(ctx: click.Context) -> bool:
    return bool(ctx.params["lesson_id"]) and not ctx.params["backtest"]


@click.command()
@decides(_switches)
@click.argument("lesson_id", metavar="[ID]", required=False)
@click.option("--backtest", is_flag=True, help="Only show what it would have refused so far.")
@click.option("--undo", is_flag=True, help="Let it refuse nothing; its lesson is shown as before.")
@click.option("--reason", default="", help="Why it is undone; it is kept with the decision.")
@options.as_json
@click.pass_obj
def guard(
    app: App, lesson_id: str | None, backtest: bool, undo: bool, reason: str, as_json: bool
) -> None:
    """Let a lesson refuse the command that it warns of, once in a session; without an ID list them.

    Repeating the call passes. The command must have failed in at least three uses on your board
    and never have worked, and the lesson must name the right one. You are shown what it would have
    refused. What you forbade yourself needs no failures: you are shown how often it was done, and
    asked at a terminal.
    """
    if backtest and undo:
        raise click.UsageError("give --backtest or --undo, not both")
    if lesson_id is None:
        if backtest or undo or reason:
            raise click.UsageError("give the ID of a lesson; `lessonboard lesson` lists them")
        list_guards(app, everything=False, as_of=None, as_json=as_json)
        return
    with options.reading(app) if backtest else app.existing() as board:
        row = board.row("lessons", key_of(board, "lessons", lesson_id))
        if backtest:
            _backtest(board, row, as_json=as_json)
        elif undo:
            _off(board, row, reason, as_json=as_json)
        else:
            _on(board, row, as_json=as_json)


def _backtest(board: Board, row: LessonRow, *, as_json: bool) -> None:
    """Print what the lesson would have refused; of what a person forbade how often it was done."""
    found, why = examine(board, row)
    weighed = weigh(board, row, time.time_ns() // 1000) if why else None
    guard = guard_of(board, row["id"])
    state = guard["state"] if guard else "off"
    why = objection(row) if weighed else why
    if as_json:
        form = str(weighed.found if weighed else found.form) or None
        uses = {"uses": len(weighed.uses), "by_person": weighed.by_person} if weighed else (
            found.as_json())  # fmt: skip
        print_json({"id": row["id"], "state": state, "form": form, "qualifies": not why,
                    "why_not": why, **uses})  # fmt: skip
        return
    click.secho(one_line(row["constraint"]), bold=True)
    click.echo(f"  {one_line(row['id'])}  guard {state}")
    if weighed:
        click.echo(f"  It {one_line(weighed.offer)}.")
    else:
        _print_backtest(found, len(found.refused))
    click.echo(f"  It cannot be a guard: {one_line(why)}." if why else f"  It qualifies: {_HOW}")


def _on(board: Board, row: LessonRow, *, as_json: bool) -> None:
    found, why = examine(board, row)
    if why and not as_json:
        _ask_for(weigh(board, row, time.time_ns() // 1000))
    switch_on(board, row)
    guard = guard_of(board, row["id"])
    assert guard is not None
    if as_json:
        print_json(guard_json(guard, ""))
        return
    print_guard(guard, "")
    if not is_prohibition(guard):
        _print_backtest(found, _SHOWN)


def _off(board: Board, row: LessonRow, reason: str, *, as_json: bool) -> None:
    is_new = switch_off(board, row["id"], reason)
    guard = guard_of(board, row["id"])
    if as_json:
        state = guard["state"] if guard else "off"
        print_json({"id": row["id"], "changed": is_new, "state": state})
    else:
        done = "refuses nothing from now on" if is_new else "was no guard that is on"
        click.echo(f"{one_line(row['id'])} {done}.")


def _ask_for(weighed: Weighed | None) -> None:
    """Show a person how often they violated their own rule before they say yes."""
    if weighed is None or objection(weighed.lesson):
        return
    click.echo(f"{one_line(weighed.lesson['constraint'])}")
    click.echo(f"  {one_line(weighed.offer)}.")
    if sys.stdin is not None and sys.stdin.isatty():
        click.confirm("  Switch it on?", abort=True)


def _print_backtest(found: GuardBacktest, most: int) -> None:
    figures = found.as_json()
    if not figures["uses"]:
        click.echo("  Nothing like it was ever run on this board.")
        return
    click.echo(
        f"  `{one_line(str(found.form))}`: {counted(figures['uses'], 'use')} in "
        f"{counted(figures['sessions'], 'session')}: {figures['failed']} failed, "
        f"{figures['worked']} worked, {figures['unclear']} unclear"
    )
    click.echo(
        f"  As a guard it would have refused {counted(figures['refused'], 'call')}: "
        f"{figures['would_have_failed']} would have failed, "
        f"{figures['would_have_worked']} would have worked, "
        f"{figures['unclear_refusals']} unclear"
    )
    for use in found.refused[-most:]:
        click.echo(f"    {day(use.at)}  {use.ending}  {one_line(use.what)}")
