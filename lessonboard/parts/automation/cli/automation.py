"""`lessonboard automation [RUN]`: whether it is on, what it did, and what waits for a person."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from blackboard import Board
from blackboard.event import iso
from blackboard.events.automation import ManualQueued
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_list
from lessonboard.parts.automation.cli import one_run, state, verdicts
from lessonboard.parts.automation.present import run_lines
from lessonboard.present.as_json import row_json
from lessonboard.present.line import Line

_OVER = ("completed", "cancelled")


@click.command()
@click.argument("run", metavar="[RUN]", required=False)
@click.option("--runs", is_flag=True, help="List the runs of all projects, latest first.")
@click.option("--manual", is_flag=True, help="List what waits for a person, and what to do.")
@click.option("--explain", is_flag=True, help="Show what decides whether a session triggers a run.")
@click.option(
    "--session", metavar="ID", help="With --explain: which session; default: the last one."
)
@click.option("--project", help="Default: the repository of the working folder.")
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def automation(
    app: App, run: str | None, runs: bool, manual: bool, explain: bool, session: str | None,
    project: str | None, limit: int, as_of: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Show whether automation is on for a project and what it did; with RUN, one run's steps."""
    if sum([run is not None, runs, manual, explain]) > 1:
        raise click.UsageError("give only one of RUN, --runs, --manual and --explain")
    if session and not explain:
        raise click.UsageError("--session needs --explain; `automation run --session` acts on it")
    with options.reading(app, as_of) as board:
        if run is not None:
            one_run.show(board, run, as_json=as_json)
        elif runs:
            rows = board.view("runs", order="-started_at", limit=limit)
            as_row = partial(row_json, "runs")
            print_list(rows, run_lines, as_row, nothing="No runs.", as_json=as_json)
        elif manual:
            nothing = "Nothing waits for you."
            print_list(waiting(board), _action, dict, nothing=nothing, as_json=as_json)
        elif explain:
            named = session or verdicts.last_session(
                board, options.the_project(app, board, project)
            )
            machine, result = verdicts.looked(app, board, named)
            verdicts.show(machine.explain(result), as_json)
        else:
            state.show(app, board, options.the_project(app, board, project), as_json=as_json)


def waiting(board: Board) -> list[dict[str, Any]]:
    """The last action that each request waits for, unless its run came to an end."""
    last: dict[str, dict[str, Any]] = {}
    for event in board.read(types=[ManualQueued.type]):
        if event.payload is not None:
            at = {"at": iso(event.occurred_at), "project": event.project}
            last[event.payload["request"]] = {**event.payload, **at}
    over = {row["request"] for row in board.view("runs", where={"state": list(_OVER)})}
    return [each for request, each in last.items() if request not in over]


def _action(each: dict[str, Any]) -> Iterator[Line]:
    yield Line(one_line(each["action"]), tone="strong")
    yield Line(f"  {each['at'][:10]}  {one_line(each['project'] or '')}  {each['request']}")
    yield Line(f"  because: {one_line(each['reason'])}")
