"""`lessonboard lesson`: lists lessons, insights and guards, and shows one with its account."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, get_args

import click

from blackboard import Board
from blackboard.plugins import contents
from blackboard.views.freshness import cited
from blackboard.views.lessons import ACTIVE_STATUSES
from blackboard.views.rows import RuleRow
from blackboard.vocabulary import Severity, Status
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json, print_lines, screen
from lessonboard.naming import rule_named
from lessonboard.present.as_json import rule_json
from lessonboard.present.rule_list import list_lines
from lessonboard.unread import nothing_read


@click.command()
@click.argument("rule_id", metavar="[ID]", required=False)
@options.project
@click.option("--category", help="What it is about, such as testing or tooling.")
@click.option("--severity", type=click.Choice(get_args(Severity)), help="How bad it was.")
@click.option("--status", type=click.Choice(get_args(Status)), help="Its status.")
@click.option(
    "--since", type=options.TimeParam(), metavar="WHEN", help="Learnt since: 2026-03-01, 7d."
)
@click.option("--model", metavar="NAME", help="Proposed by this model or version of a prompt.")
@click.option(
    "--all", "everything", is_flag=True,
    help="Include rejected, retired and superseded ones, and guards that are off.",
)  # fmt: skip
@click.option("--insights", is_flag=True, help="List insights: short statements about a project.")
@click.option("--guards", is_flag=True, help="List guards: what they refused, and how it ended.")
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def lesson(
    app: App,
    /,
    rule_id: str | None,
    everything: bool,
    insights: bool,
    guards: bool,
    limit: int,
    as_of: str | None,
    as_json: bool,
    **filters: Any,
) -> None:
    """List what was learnt, by project, best first; with an ID show one lesson or insight.

    A line says its ID, its status, and in how many sessions it was seen; --json prints whole rows,
    last seen first. The beginning of an ID is enough: it shows the evidence, the decisions, and the
    effect in later sessions. In a folder of its project the lines that it cites are looked up.
    """
    if guards and (insights or any(each is not None for each in filters.values())):
        raise click.UsageError("--guards lists guards; leave out --insights and the filters")
    if rule_id is not None:
        if guards or insights or everything or any(each is not None for each in filters.values()):
            raise click.UsageError("give an ID or filters, not both")
        _show(app, rule_id, as_of, as_json)
    elif guards:
        from lessonboard.cli.lesson.guards import list_guards

        list_guards(app, everything, as_of, as_json)
    else:
        with options.reading(app, as_of) as board:
            rows = _rows(board, insights, everything, limit if as_json else None, **filters)
            lines = partial(list_lines, here=board.project(app.project), me=board.person)
            unread = "" if rows or as_json else nothing_read(board)
        if as_json:
            print_json([rule_json(row) for row in rows])
        elif rows:
            print_lines(lines(rows, limit=limit, screen=screen()))
        else:
            click.echo(f"{'No insights.' if insights else 'No lessons.'} {unread}".strip())


def _rows(
    board: Board,
    insights: bool,
    everything: bool,
    limit: int | None,
    *,
    project: str | None,
    since: int | None,
    model: str | None,
    **filters: str | None,
) -> Sequence[RuleRow]:
    """Return the lessons or insights that were asked for."""
    if insights and (model or filters["severity"]):
        raise click.UsageError("insights have no --severity and no --model")
    where: dict[str, Any] = {} if everything else {"status": ACTIVE_STATUSES}
    where |= {name: value for name, value in filters.items() if value is not None}
    if since is not None:
        where["created_at>=" if insights else "learnt_at>="] = since
    if project is not None:
        where["project"] = board.projects(project)
    order = "-last_seen_at"
    if insights:
        return board.view("insights", where=where, order=order, limit=limit)
    found = board.view("lessons", where=where, order=order, limit=None if model else limit)
    return [row for row in found if not model or model in row["asked"].split()][:limit]


def _show(app: App, rule_id: str, as_of: str | None, as_json: bool) -> None:
    """Print one lesson or insight with what became of it."""
    from lessonboard.cli.lesson.account import account_json, print_account
    from lessonboard.cli.lesson.whole import print_beside, print_pairs, print_whole
    from lessonboard.decided import beside
    from reflect.accounts.ledger import accounts, worked
    from reflect.curator.insights import as_lesson
    from reflect.guards.switching import guard_of
    from reflect.pipeline.pairs import undecided

    with options.reading(app, as_of) as board:
        row = rule_named(board, rule_id)
        if as_of is None and not board.read_only:
            row = _brought_up_to_date(app, board, row)
        found, against = row if "constraint" in row else as_lesson(row), []
        (account,) = accounts(board, [found], worked(board))
        guard, more = guard_of(board, row["id"]), []
        if "constraint" in row:
            against = undecided(board, [row]).get(row["id"], [])
            more = [about(board, row, account) for about in contents.part("about", "lesson")]
        about_guard = beside(board, row)
        me, settings = board.person, app.config.curator
    if as_json:
        fields = {name: value for _, each in more for name, value in each.items()}
        told = {"account": account_json(found, account, guard, settings), **fields}
        print_json([{**rule_json(row), **told}])
        return
    print_whole(row, me)
    print_beside(about_guard)
    if "constraint" in row:
        print_pairs(row, against)
    print_account(found, account, guard, settings)
    for line in (line for lines, _ in more for line in lines):
        click.echo(f"  {line}")


def _brought_up_to_date(app: App, board: Board, row: RuleRow) -> RuleRow:
    """Return the row once new sessions were judged, and the lines that it cites looked for."""
    from reflect.accounts.judge import judge
    from reflect.guards.follow_up import follow_up

    judge(board)
    follow_up(board)
    if "constraint" in row and cited(row) and row["project"] == board.project(app.project):
        from reflect.freshness.check import check

        list(check(board, [row], Path.cwd()))
    now: RuleRow = board.row("lessons" if "constraint" in row else "insights", row["id"])
    return now
