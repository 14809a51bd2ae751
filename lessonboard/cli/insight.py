"""`lessonboard insight`: the insights that the curator kept."""

from __future__ import annotations

from functools import partial
from typing import Any, cast, get_args

import click

from blackboard import Board
from blackboard.views.rows import InsightRow
from blackboard.vocabulary import InsightCategory
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson import print_history
from lessonboard.cli.output import one_line, print_json, print_list, screen
from lessonboard.naming import key_of
from lessonboard.present.as_json import rule_json
from lessonboard.present.rows import insight_lines

_STATUSES = ("candidate", "approved", "retired")
insight_id = click.argument("insight_id", metavar="ID")


@click.command("list")
@options.project
@click.option("--category", type=click.Choice(get_args(InsightCategory)), help="What kind.")
@click.option("--status", type=click.Choice(_STATUSES), help="Their standing.")
@click.option(
    "--scope",
    type=click.Choice(("project", "global", "all")),
    default="all",
    show_default=True,
    help="Where they hold.",
)
@click.option("--min-confidence", type=click.FloatRange(0, 1), help="Only those at least so sure.")
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def list_(
    app: App,
    project: str | None,
    category: str | None,
    status: str | None,
    scope: str,
    min_confidence: float | None,
    limit: int,
    as_of: str | None,
    as_json: bool,
) -> None:
    """The insights, last seen first."""
    with options.reading(app, as_of) as board:
        given = {"category": category, "status": status, "confidence>=": min_confidence,
                 "scope": None if scope == "all" else scope}  # fmt: skip
        where = _where(board, project, **given)
        rows = board.view("insights", where=where, order="-last_seen_at", limit=limit)
        me = board.person
    print_insights(rows, as_json, me)


@click.command()
@click.argument("query")
@options.project
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def search(
    app: App, query: str, project: str | None, limit: int, as_of: str | None, as_json: bool
) -> None:
    """The insights that fit QUERY best."""
    with options.reading(app, as_of) as board:
        where = _where(board, project)
        hits = board.search(query, view="insights", where=where, limit=limit)
    print_insights([cast(InsightRow, hit.row) for hit in hits], as_json)


@click.command()
@insight_id
@options.as_of
@options.as_json
@click.pass_obj
def show(app: App, insight_id: str, as_of: str | None, as_json: bool) -> None:
    """One insight with its evidence; the beginning of its ID is enough."""
    with options.reading(app, as_of) as board:
        row, me = board.row("insights", key_of(board, "insights", insight_id)), board.person
    if as_json:
        print_json([rule_json(row)])
    else:
        print_whole(row, me)


def print_whole(row: InsightRow, me: str = "") -> None:
    """One insight with its evidence and decisions."""
    print_insights([row], as_json=False, me=me)
    click.echo(f"  learnt from {one_line(row['learned_from'])}, trust {row['trust']}; evidence:")
    print_history(row)


def _where(board: Board, project: str | None, **given: Any) -> dict[str, Any]:
    where: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if project is not None:
        where["project"] = board.projects(project)
    return where


def print_insights(rows: list[InsightRow], as_json: bool, me: str = "") -> None:
    """Insights as a list."""
    lines = partial(insight_lines, screen=screen(), me=me)
    print_list(rows, lines, rule_json, nothing="No insights.", as_json=as_json)
