"""`lessonboard insight add`, `approve`, `curate` and the like: decisions about insights."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import get_args

import click

from blackboard import Board
from blackboard.views.rows import InsightRow
from blackboard.vocabulary import InsightCategory
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.deciding import reason
from lessonboard.cli.going_through import Keys, go_through
from lessonboard.cli.insight import insight_id, print_insights, print_whole
from lessonboard.cli.opposed import briefly, print_opposed
from lessonboard.cli.output import counted, print_json
from lessonboard.cli.who_decides import decides, without
from lessonboard.naming import key_of
from lessonboard.present.as_json import rule_json
from lessonboard.waiting import waiting_insights
from reflect.curator import decisions
from reflect.curator.curate import curate as run_policy
from reflect.pipeline.stated import add_insight

_CATEGORY = click.Choice(get_args(InsightCategory))


@click.command()
@decides()
@click.argument("statement", nargs=-1, required=True)
@click.option("--category", type=_CATEGORY, help="What it is about; else by its words.")
@click.option("--global", "everywhere", is_flag=True, help="It holds in every project.")
@click.option("--project", help="Where it holds; default: the repository of the working folder.")
@options.as_json
@click.pass_obj
def add(
    app: App,
    statement: tuple[str, ...],
    category: InsightCategory | None,
    everywhere: bool,
    project: str | None,
    as_json: bool,
) -> None:
    """Add a statement of your own about a project; it is approved, since you state it.

    Where a lesson or insight says so already, that one is approved; where one says the opposite you
    are shown which.
    """
    if everywhere and project is not None:
        raise click.UsageError("give --global or --project, not both")
    with app.open() as board:
        home = None if everywhere else options.the_project(app, board, project)
        critic = app.critic()
        now = time.time_ns() // 1000
        added = add_insight(board, " ".join(statement), home, critic, now, category)
    decisions.require_named(added.row)
    if as_json:
        contradicts = [briefly(row, verdict) for row, verdict in added.against]
        print_json({**rule_json(added.row), "new": added.is_new, "contradicts": contradicts})
        return
    if "statement" not in added.row:
        click.echo(f"Lesson {added.row['id']} says so already; it is approved now.")
    else:
        print_insights([added.row], as_json=False)
    for row, verdict in added.against:
        print_opposed(row, verdict)


@click.command()
@decides()
@insight_id
@reason
@options.as_json
@click.pass_obj
def approve(app: App, insight_id: str, reason: str, as_json: bool) -> None:
    """Stand behind an insight; the beginning of its ID is enough."""
    _decide(app, insight_id, as_json, lambda b, row: decisions.approve(b, row, reason, "insights"))


@click.command()
@decides()
@insight_id
@click.option("--statement", help="What it says from now on.")
@click.option("--category", type=_CATEGORY, help="What it is about.")
@reason
@options.as_json
@click.pass_obj
def revise(app: App, /, insight_id: str, reason: str, as_json: bool, **words: str | None) -> None:
    """Replace an insight's words or its category."""
    given = {name: value for name, value in words.items() if value is not None}
    if not given:
        raise click.UsageError("say what to replace, for example --statement 'Run ...'")
    _decide(
        app, insight_id, as_json,
        lambda board, row: decisions.revise(board, row, reason, "insights", **given),
    )  # fmt: skip


@click.command()
@decides()
@insight_id
@reason
@options.as_json
@click.pass_obj
def retire(app: App, insight_id: str, reason: str, as_json: bool) -> None:
    """Offer an insight no more: it was right once."""
    _decide(app, insight_id, as_json, lambda b, row: decisions.retire(b, row, "insights", reason))


@click.command()
@decides()
@insight_id
@reason
@options.as_json
@click.pass_obj
def promote(app: App, insight_id: str, reason: str, as_json: bool) -> None:
    """Say that an insight holds in every project."""
    _decide(app, insight_id, as_json, lambda b, row: decisions.promote(b, row, "insights", reason))


@click.command()
@decides()
@insight_id
@click.option("--decision", metavar="EVENT", help="Another decision than the last; see `show`.")
@options.as_json
@click.pass_obj
def undo(app: App, insight_id: str, decision: str | None, as_json: bool) -> None:
    """Take back the last decision about an insight, whoever made it."""
    _decide(app, insight_id, as_json, lambda b, row: decisions.undo(b, row, "insights", decision))


@click.command()
@decides(without("policy", "as_json"))
@click.option("--project", help="Only of this project; its remote, its path, or the last part.")
@click.option("--policy", is_flag=True, help="Only what needs no person: do it and stop.")
@options.as_json
@click.pass_obj
def curate(app: App, project: str | None, policy: bool, as_json: bool) -> None:
    """Go through the insights that wait for a decision, one key for each.

    First the policy decides what it can, of lessons too. What you skip or leave comes again the
    next time; what you decide is kept at once.
    """
    with app.open() as board:
        decided = run_policy(board, app.config.curator)
        where = {} if project is None else {"project": board.projects(project)}
        waiting = waiting_insights(board, where)
        if as_json:
            print_json({"decided": dict(decided), "waiting": [rule_json(row) for row in waiting]})
            return
        for name, count in sorted(decided.items()):
            kind, done = name.split(".")
            click.echo(f"{counted(count, kind)} {done} by the policy.")
        if not policy and waiting:
            go_through(board, "insights", [row["id"] for row in waiting], print_whole, KEYS)
            names = [row["id"] for row in waiting]
            waiting = board.view("insights", where={"id": names, "status": "candidate"})
        click.echo(f"{counted(len(waiting), 'insight')} waiting for a decision.")


def _edit(board: Board, row: InsightRow) -> None:
    """Ask for other words until they can be kept, and stand behind them."""
    while True:
        words = click.prompt("Statement (Enter keeps it)", default="", show_default=False)
        try:
            if words.strip():
                decisions.revise(board, row, "edited", "insights", statement=words)
        except decisions.Unusable as error:
            click.echo(f"{error}.")
        else:
            break
    _approve(board, board.row("insights", row["id"]))


def _approve(board: Board, row: InsightRow) -> None:
    decisions.approve(board, row, view="insights")


def _retire(board: Board, row: InsightRow) -> None:
    decisions.retire(board, row, "insights")


def _promote(board: Board, row: InsightRow) -> None:
    _approve(board, row)
    decisions.promote(board, board.row("insights", row["id"]), "insights")


KEYS = Keys(
    "[k]eep  [d]rop  [e]dit the statement  [p]romote  [s]kip  [u]ndo  [q]uit",
    {
        "k": _approve,
        "a": _approve,
        "d": _retire,
        "t": _retire,
        "e": _edit,
        "p": _promote,
    },
)


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
        print_insights([after], as_json=False)
