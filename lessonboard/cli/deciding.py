"""What all commands share that decide something about one lesson."""

from __future__ import annotations

from collections.abc import Callable

import click

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard.bootstrap import App
from lessonboard.cli.output import one_line, print_json
from lessonboard.naming import key_of
from lessonboard.present.as_json import rule_json
from lessonboard.present.rows import marked

reason = click.option("--reason", default="", help="Why; it is kept with the decision.")
lesson_id = click.argument("lesson_id", metavar="ID")


def decide_on(
    app: App, lesson_id: str, as_json: bool, decide: Callable[[Board, LessonRow], object]
) -> None:
    """Make a decision about a lesson, and show how it stands then."""
    with app.open() as board:
        row = board.row("lessons", key_of(board, "lessons", lesson_id))
        decide(board, row)
        after = board.row("lessons", row["id"])
    print_decided(after, as_json=as_json)


def print_decided(row: LessonRow, *, as_json: bool) -> None:
    """How a lesson stands after a decision."""
    if as_json:
        print_json(rule_json(row))
        return
    more = (", pinned" if row["pinned"] else "") + (", resting" if row["resting"] else "")
    more += marked(row)
    click.echo(f"{one_line(row['id'])}: {row['status']}, {row['scope']} scope{more}")
    click.secho(f"  {one_line(row['constraint'])}", bold=True)
