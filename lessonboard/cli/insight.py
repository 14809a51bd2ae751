"""`lessonboard insight`: the insights that the curator kept."""

from __future__ import annotations

from collections.abc import Callable
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

reason = click.option("--reason", default="", help="Why; it is kept with the decision.")
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
    _print(rows, as_json)


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
    _print([cast(InsightRow, hit.row) for hit in hits], as_json)


@click.command()
@insight_id
@options.as_of
@options.as_json
@click.pass_obj
def show(app: App, insight_id: str, as_of: str | None, as_json: bool) -> None:
    """One insight with its evidence; the beginning of its ID is enough."""
    with options.reading(app, as_of) as board:
        row = board.row("insights", key_of(board, "insights", insight_id))
    _print([row], as_json)
    if not as_json:
        click.echo(
            f"  learnt from {one_line(row['learned_from'])}, trust {row['trust']}; evidence:"
        )
        print_history(row)


@click.command()
@insight_id
@reason
@options.as_json
@click.pass_obj
def approve(app: App, insight_id: str, reason: str, as_json: bool) -> None:
    """Stand behind an insight; the beginning of its ID is enough."""
    from reflect.curator import decisions

    _decide(app, insight_id, as_json, lambda b, row: decisions.approve(b, row, reason, "insights"))


@click.command()
@insight_id
@reason
@options.as_json
@click.pass_obj
def retire(app: App, insight_id: str, reason: str, as_json: bool) -> None:
    """Offer an insight no more: it was right once."""
    from reflect.curator import decisions

    _decide(app, insight_id, as_json, lambda b, row: decisions.retire(b, row, "insights", reason))


@click.command()
@insight_id
@reason
@options.as_json
@click.pass_obj
def promote(app: App, insight_id: str, reason: str, as_json: bool) -> None:
    """Say that an insight holds in every project."""
    from reflect.curator import decisions

    _decide(app, insight_id, as_json, lambda b, row: decisions.promote(b, row, "insights", reason))


@click.command()
@insight_id
@click.option("--decision", metavar="EVENT", help="Another decision than the last; see `show`.")
@options.as_json
@click.pass_obj
def undo(app: App, insight_id: str, decision: str | None, as_json: bool) -> None:
    """Take back the last decision about an insight, whoever made it."""
    from reflect.curator import decisions

    _decide(app, insight_id, as_json, lambda b, row: decisions.undo(b, row, "insights", decision))


def _where(board: Board, project: str | None, **given: Any) -> dict[str, Any]:
    where: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if project is not None:
        where["project"] = board.projects(project)
    return where


def _decide(
    app: App, insight_id: str, as_json: bool, decide: Callable[[Board, InsightRow], object]
) -> None:
    """Make a decision about an insight, and show how it stands then."""
    with app.open() as board:
        row = board.row("insights", key_of(board, "insights", insight_id))
        decide(board, row)
        after = board.row("insights", row["id"])
    if as_json:
        print_json(rule_json(after))
    else:
        _print([after], as_json=False)


def _print(rows: list[InsightRow], as_json: bool) -> None:
    lines = partial(insight_lines, screen=screen())
    print_list(rows, lines, rule_json, nothing="No insights.", as_json=as_json)
