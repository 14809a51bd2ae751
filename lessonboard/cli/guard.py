"""`lessonboard guard` and `lessonboard lesson guard`: what may be refused, and what came of it."""

from __future__ import annotations

import sys
import time
from typing import Any

import click

from blackboard import Board
from blackboard.views.guards import is_prohibition
from blackboard.views.rows import GuardRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, day, one_line, print_json
from lessonboard.cli.who_decides import decides
from lessonboard.naming import key_of
from lessonboard.present.as_json import row_json
from reflect.guards.decide import GuardBacktest
from reflect.guards.follow_up import follow_up
from reflect.guards.next_steps import allowed_sessions
from reflect.guards.prohibiting import Weighed, objection, used, weigh
from reflect.guards.switching import examine, guard_of, resting, switch_off, switch_on

_SHOWN = 10
"""Refusals that are shown to a person one by one."""

lesson_id = click.argument("lesson_id", metavar="ID")


@click.command("guard")
@lesson_id
@click.option("--backtest", is_flag=True, help="Also each call that it would have refused.")
@options.as_json
@click.pass_obj
def of_lesson(app: App, lesson_id: str, backtest: bool, as_json: bool) -> None:
    """What a lesson would have refused on your own history, had it been a guard.

    A guard refuses the form that its lesson warns of, once in a session; the same call again
    passes. Of what you forbade yourself it is shown how often it was done last month. Nothing is
    switched on by this: `lessonboard guard on ID` does that.
    """
    with options.reading(app) as board:
        row = board.row("lessons", key_of(board, "lessons", lesson_id))
        found, why = examine(board, row)
        weighed = weigh(board, row, time.time_ns() // 1000) if why else None
        state = _state(board, row["id"])
    if weighed is not None:
        _print_weighed(weighed, state, as_json=as_json)
        return
    if as_json:
        figures = found.as_json()
        shown = figures if backtest else {**figures, "refusals": figures["refusals"][:_SHOWN]}
        form = {"form": str(found.form) or None, "qualifies": not why, "why_not": why}
        print_json({"id": row["id"], "state": state, **form, **shown})
        return
    click.secho(one_line(row["constraint"]), bold=True)
    click.echo(f"  {one_line(row['id'])}  guard {state}")
    _print_backtest(found, _SHOWN if not backtest else len(found.refused))
    click.echo(f"  It cannot be a guard: {one_line(why)}." if why else f"  It qualifies: {_HOW}")


_HOW = "`lessonboard guard on ID` lets it refuse."


@click.command("on")
@decides()
@lesson_id
@options.as_json
@click.pass_obj
def on(app: App, lesson_id: str, as_json: bool) -> None:
    """Let a lesson refuse the form that it warns of, once in a session.

    It must have failed in at least three uses on your own board and never have worked, and the
    lesson must name the right form. You are shown what it would have refused. What you forbade
    yourself needs no failures: you are shown how often it was done, and asked at a terminal.
    """
    with app.open() as board:
        row = board.row("lessons", key_of(board, "lessons", lesson_id))
        found, why = examine(board, row)
        if why and not as_json:
            _ask_for(weigh(board, row, time.time_ns() // 1000))
        switch_on(board, row)
        guard = guard_of(board, row["id"])
    assert guard is not None
    if as_json:
        print_json(_guard_json(guard, ""))
        return
    _print_guard(guard, "")
    if not is_prohibition(guard):
        _print_backtest(found, _SHOWN)


@click.command("off")
@decides()
@lesson_id
@click.option("--reason", default="", help="Why; it is kept with the decision.")
@options.as_json
@click.pass_obj
def off(app: App, lesson_id: str, reason: str, as_json: bool) -> None:
    """Let a guard refuse nothing more; its lesson goes on as a reminder."""
    with app.open() as board:
        name = key_of(board, "lessons", lesson_id)
        is_new = switch_off(board, name, reason)
        guard = guard_of(board, name)
    if as_json:
        print_json({"id": name, "changed": is_new, "state": guard["state"] if guard else "off"})
    else:
        done = "refuses nothing from now on" if is_new else "was no guard that is on"
        click.echo(f"{one_line(name)} {done}.")


@click.command("list")
@click.option(
    "--all", "all_", is_flag=True, help="Also those that are off, and what could be a guard."
)
@options.as_json
@click.pass_obj
def list_(app: App, all_: bool, as_json: bool) -> None:
    """The guards: what they refused, whether that was right, and which retired."""
    with options.reading(app) as board:
        if not board.read_only:
            follow_up(board)
        rows = board.view(
            "guards",
            where={} if all_ else {"state": ["on", "proposed", "retired"]},
            order="id",
        )
        rests = resting(board, rows)
    if as_json:
        print_json([_guard_json(row, rests.get(row["id"], "")) for row in rows])
        return
    for row in rows:
        _print_guard(row, rests.get(row["id"], ""))
    if not rows:
        click.echo("There is no guard. `lessonboard lesson guard ID` shows what one would refuse.")


def _ask_for(weighed: Weighed | None) -> None:
    """Show a person how often he went against his own words before he says yes."""
    if weighed is None or objection(weighed.lesson):
        return
    click.echo(f"{one_line(weighed.lesson['constraint'])}")
    click.echo(f"  {one_line(weighed.offer)}.")
    if sys.stdin is not None and sys.stdin.isatty():
        click.confirm("  Switch it on?", abort=True)


def _print_weighed(weighed: Weighed, state: str, *, as_json: bool) -> None:
    why = objection(weighed.lesson)
    if as_json:
        uses = {"uses": len(weighed.uses), "by_person": weighed.by_person}
        form = {"form": str(weighed.found), "qualifies": not why, "why_not": why}
        print_json({"id": weighed.lesson["id"], "state": state, **form, **uses})
        return
    click.secho(one_line(weighed.lesson["constraint"]), bold=True)
    click.echo(f"  {one_line(weighed.lesson['id'])}  guard {state}")
    click.echo(f"  It {one_line(weighed.offer)}.")
    click.echo(f"  It cannot be a guard: {one_line(why)}." if why else f"  It qualifies: {_HOW}")


def _state(board: Board, lesson: str) -> str:
    guard = guard_of(board, lesson)
    return guard["state"] if guard else "off"


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
        f"{figures['unclear_refusals']} nobody knows"
    )
    for use in found.refused[-most:]:
        click.echo(f"    {day(use.at)}  {use.ending}  {one_line(use.what)}")


def _print_guard(row: GuardRow, rests: str) -> None:
    by = " by the settings" if row["by"] == "settings" else ""
    state = f"rests: {rests}" if rests else f"{row['state']}{by}"
    click.echo(f"{one_line(row['id'])}  {one_line(state)}")
    click.secho(f"  {one_line(row['rule'])}", bold=True)
    what = " ".join(row["wrong"]) or ", ".join(row["forbids"] or row["paths"])
    if is_prohibition(row):
        _print_prohibition(row, what)
    else:
        could = "could refuse" if row["state"] == "qualified" else "refuses"
        click.echo(
            f"  {could} `{one_line(what)}`, which failed in {row['failed']} of {row['uses']} uses"
        )
    if row["refused"]:
        click.echo(f"  refused {one_line(refusals(row))}")
    if row["reason"]:
        click.echo(f"  {one_line(row['reason'])}")


def _print_prohibition(row: GuardRow, what: str) -> None:
    """What a person forbade, and what he answered when he was asked."""
    is_on = row["state"] == "on"
    often = f"; {used(row['uses'], row['by_person'])} when you said so" if is_on else ""
    click.echo(f"  asks before `{one_line(what)}`{often}")
    if row["asked"]:
        allowed = allowed_sessions(row)
        click.echo(f"  asked you {counted(row['asked'], 'time')}, and {allowed} passed")
    if row["state"] == "proposed":
        click.echo(
            "  you did not confirm it; `lessonboard guard on ID` does, `guard off ID` ends it"
        )


def refusals(row: GuardRow) -> str:
    """How many calls a guard refused, and what followed."""
    again = row["then_failed"] + row["then_worked"]
    return (
        f"{counted(row['refused'], 'call')}, last on {day(row['last_refused_at'] or 0)}: then the "
        f"right form {row['then_followed']}, the same call again {again}, of which "
        f"{row['then_worked']} worked"
    )


def _guard_json(row: GuardRow, rests: str) -> dict[str, Any]:
    return {**row_json("guards", row), "rests": rests}
