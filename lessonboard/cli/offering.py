"""What is offered when a person stands behind a prohibition of his own: that it may ask."""

from __future__ import annotations

import time

import click

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard.cli.output import one_line
from reflect.guards.prohibiting import objection, weigh
from reflect.guards.switching import guard_of


def print_offer(board: Board, row: LessonRow) -> None:
    """Say how often it was gone against, and the command; nothing once he decided about that.

    On standard error, as a lesson may be asked for as JSON.
    """
    guard = guard_of(board, row["id"])
    if guard is not None and guard["state"] != "proposed":
        return
    weighed = weigh(board, row, time.time_ns() // 1000)
    if weighed is not None and not objection(row):
        command = f"lessonboard guard on {row['id']}"
        click.echo(f"  `{one_line(command)}`: {one_line(weighed.offer)}.", err=True)
