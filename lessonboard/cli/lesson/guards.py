"""The guards of a board: what they refused, if that was right, and which retired."""

from __future__ import annotations

from typing import Any

import click

from blackboard.event import iso
from blackboard.views.guards import is_prohibition
from blackboard.views.rows import GuardRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, day, one_line, print_json
from lessonboard.present.as_json import row_json
from reflect.guards.follow_up import follow_up
from reflect.guards.next_steps import allowed_sessions
from reflect.guards.prohibiting import used
from reflect.guards.switching import resting


def list_guards(app: App, everything: bool, as_of: str | None, as_json: bool) -> None:
    """Print the guards; with `everything` also those that are off, and what could be one."""
    states = {} if everything else {"state": ["on", "proposed", "retired"]}
    with options.reading(app, as_of) as board:
        if as_of is None and not board.read_only:
            follow_up(board)
        rows = board.view("guards", where=states, order="id")
        rests = resting(board, rows)
    if as_json:
        print_json([guard_json(row, rests.get(row["id"], "")) for row in rows])
        return
    for row in rows:
        print_guard(row, rests.get(row["id"], ""))
    if not rows:
        click.echo("There is no guard. `lessonboard lesson guard ID --backtest` shows what one "
                   "would refuse.")  # fmt: skip


def print_guard(row: GuardRow, rests: str) -> None:
    """Print a guard, why it is inactive if it is, and what it refused."""
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
    """Print what a person forbade, and what they answered when they were asked."""
    is_on = row["state"] == "on"
    often = f"; {used(row['uses'], row['by_person'])} when you said so" if is_on else ""
    click.echo(f"  asks before `{one_line(what)}`{often}")
    if row["asked"]:
        allowed = allowed_sessions(row)
        click.echo(f"  asked you {counted(row['asked'], 'time')}, and {allowed} passed")
    if row["state"] == "proposed":
        click.echo(
            "  you did not confirm it; `lessonboard lesson guard ID` does, and with --undo ends it"
        )


def refusals(row: GuardRow) -> str:
    """Return how many calls a guard refused, and what followed."""
    again = row["then_failed"] + row["then_worked"]
    return (
        f"{counted(row['refused'], 'call')}, last on {day(row['last_refused_at'] or 0)}: then the "
        f"right form {row['then_followed']}, the same call again {again}, of which "
        f"{row['then_worked']} worked"
    )


def guard_json(row: GuardRow, rests: str) -> dict[str, Any]:
    """Return a guard for other programs, with why it refuses nothing at present."""
    made = [{**each, "at": iso(each["at"])} for each in row["decisions"]]
    return {**row_json("guards", row), "decisions": made, "rests": rests}
