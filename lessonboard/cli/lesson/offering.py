"""What is offered when a person approves a prohibition of their own: that it may ask."""

from __future__ import annotations

import sys
import time

import click

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard import announcing
from lessonboard.cli.announcing import are_terminals
from lessonboard.cli.output import one_line
from reflect.guards.next_steps import guard_on, offer


def print_offer(board: Board, row: LessonRow) -> None:
    """Say how often it was violated, and the command; nothing once they decided about that.

    On standard error, as a lesson may be asked for as JSON.
    """
    if words := offer(board, row, time.time_ns() // 1000):
        step = guard_on(row, words)
        click.echo(f"  `{one_line(step.command)}`: {one_line(words)}.", err=True)
        if are_terminals(sys.stderr):
            announcing.announce(board, (), [step], "command")
