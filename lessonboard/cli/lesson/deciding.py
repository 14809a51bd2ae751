"""What all commands share that decide something about one lesson or insight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from blackboard import Board
from blackboard.views.rows import RuleRow
from blackboard.views.rule import rule_of
from lessonboard import said_once
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.lesson.harmful import consent
from lessonboard.cli.lesson.offering import print_offer
from lessonboard.cli.lesson.opposed import print_opposed, print_same
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.naming import rule_named
from lessonboard.present.as_json import rule_json
from lessonboard.present.rows import marked
from reflect.curator import decisions
from reflect.pipeline import stated

_MOST_PROJECTS = 20

reason = click.option("--reason", default="", help="Why; it is kept with the decision.")
rule_id = click.argument("rule_id", metavar="ID")


def decide_on(
    app: App, rule_id: str | None, as_json: bool, decide: Callable[[Board, RuleRow], object]
) -> None:
    """Make a decision about a lesson or insight, and show it as it is then.

    Without an id it is the sentence that the person said last in this project.
    """
    with app.existing() as board:
        if rule_id is None:
            row: RuleRow = said_once.newest(board, options.the_project(app, board, None))
        else:
            row = rule_named(board, rule_id)
        decide(board, row)
        after: RuleRow = board.row(decisions.view_of(row), row["id"])
    if as_json:
        print_json(rule_json(after))
    else:
        _print_decided(after)


def _print_decided(row: RuleRow) -> None:
    more = ""
    if "constraint" in row:
        more = (", pinned" if row["pinned"] else "") + (", resting" if row["resting"] else "")
        more += marked(row)
    click.echo(f"{one_line(row['id'])}: {row['status']}, {row['scope']} scope{more}")
    click.secho(f"  {one_line(rule_of(row))}", bold=True)


def approve(board: Board, row: RuleRow, reason: str = "", despite: Sequence[str] = ()) -> None:
    """Approve a lesson or insight, and show similar and conflicting lessons."""
    if "statement" in row:
        decisions.approve(board, row, reason)
        return
    for each in stated.approve(board, row, reason, consent(row["harm"], despite)):
        print_same(each.row) if each.says == "same" else print_opposed(each.row, each.says)
    print_offer(board, board.row("lessons", row["id"]))


def show_everywhere(board: Board, row: RuleRow, reason: str = "") -> None:
    """Promote a lesson or insight, and list the other projects; on standard error beside JSON."""
    others = sorted({name for name in board.values("sessions", "project") if name}
                    - {row["project"]})  # fmt: skip
    shown = ", ".join(map(one_line, others[:_MOST_PROJECTS]))
    more = f" and {len(others) - _MOST_PROJECTS} more" if len(others) > _MOST_PROJECTS else ""
    if others:
        count = counted(len(others), "other project")
        click.echo(f"It is shown in {count} too: {shown}{more}.", err=True)
    decisions.promote(board, row, reason)
