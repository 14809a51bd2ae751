"""`lessonboard automation manual` and `measure`: what waits for a person, and how it turned out."""

from __future__ import annotations

from typing import Any

import click

from blackboard import Board
from blackboard.event import iso
from blackboard.events.automation import ManualQueued
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.cli.who_decides import decides, without
from lessonboard.parts.automation.improvements.impact import Measurement
from lessonboard.parts.automation.improvements.measure import due
from lessonboard.parts.automation.improvements.measure import measure as tell
from lessonboard.parts.automation.orchestration import forge_of
from reflect.examine import examine

_OVER = ("completed", "cancelled")


@click.command()
@options.as_json
@click.pass_obj
def manual(app: App, as_json: bool) -> None:
    """What no machine could do and waits for you: why, and what to do."""
    with app.open() as board:
        waiting = _waiting(board)
    if as_json:
        print_json(waiting)
        return
    if not waiting:
        click.echo("Nothing waits for you.")
    for each in waiting:
        click.secho(one_line(each["action"]), bold=True)
        click.echo(f"  {each['at'][:10]}  {one_line(each['project'] or '')}  {each['request']}")
        click.echo(f"  because: {one_line(each['reason'])}")


@click.command()
@decides(without("dry_run"))
@click.option("--project", help="Default: the repository of the working folder.")
@click.option("--dry-run", is_flag=True, help="Only say what the issues would be told.")
@options.as_json
@click.pass_obj
def measure(app: App, project: str | None, dry_run: bool, as_json: bool) -> None:
    """Tell the issues of merged improvements in how many sessions their pattern was seen since.

    Each issue is told once, when enough sessions after the merge were examined ([automation]
    measure_after), and is opened again where the pattern came again. The worker sees
    merges; `lessonboard pr fetch NUMBER` records one at once.
    """
    enough = app.config.automation.measure_after
    with app.open() as board:
        name = options.the_project(app, board, project)
        if dry_run:
            examine(board)
            found = due(board, name, enough)
        else:
            found = tell(board, forge_of(app, board, name), name, enough)
    if as_json:
        print_json([_as_json(each) for each in found])
        return
    click.echo(f"{counted(len(found), 'issue')} {'would be' if dry_run else 'were'} told.")
    for each in found:
        click.echo(f"  issue {each.improvement.issue}: {each.comment}")


def _waiting(board: Board) -> list[dict[str, Any]]:
    """The last thing that each request waits for, unless its run came to an end after all."""
    last: dict[str, dict[str, Any]] = {}
    for event in board.read(types=[ManualQueued.type]):
        if event.payload is not None:
            at = {"at": iso(event.occurred_at), "project": event.project}
            last[event.payload["request"]] = {**event.payload, **at}
    over = {row["request"] for row in board.view("runs", where={"state": list(_OVER)})}
    return [each for request, each in last.items() if request not in over]


def _as_json(each: Measurement) -> dict[str, Any]:
    improvement = each.improvement
    return {
        **improvement._asdict(),
        "merged_at": iso(improvement.merged_at),
        "until": iso(each.until),
        "sessions": each.sessions,
        "examined": each.after.examined,
        "recurred": each.after.seen,
        "examined_before": each.before.examined,
        "recurred_before": each.before.seen,
        "outcome": each.outcome,
        "comment": each.comment,
    }
