"""What a person is shown once, after any command: their kept sentences, and what is next."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

import click

from blackboard import Board
from blackboard.views.rows import LessonRow
from lessonboard import announcing
from lessonboard.bootstrap import App
from lessonboard.cli.output import one_line
from lessonboard.cli.who_decides import why_refused
from lessonboard.hooks.reply import remembered, rule_in
from reflect.guards.next_steps import NextStep

SILENT = ("complete", "hook", "mcp", "status-line")
"""Commands that programs call, whose output is theirs."""


def announce(app: App) -> None:
    """Name on standard error what of this project was not shown to a person yet."""
    if app.project is None or not app.path.exists() or not are_terminals(sys.stderr):
        return
    with app.open() as board:
        where = {"project": board.project(app.project)}
        rows, steps = announcing.sentences(board, where), announcing.steps(board, where)
        if not (rows or steps) or board.read_only or why_refused(app):
            return
        announcing.announce(board, rows, steps, "command")
    for line in (*lines_of(rows), *step_lines(steps)):
        click.echo(line, err=True)


def note_shown(
    app: App, board: Board, rows: Sequence[LessonRow], steps: Sequence[NextStep]
) -> None:
    """Record that a report shows them, where a person reads it.

    An agent or a program that reads it is no person, so that a later output says it again.
    """
    is_seen = bool(rows or steps) and not board.read_only and are_terminals(sys.stdout)
    if is_seen and not why_refused(app):
        announcing.announce(board, rows, steps, "report")


def lines_of(rows: Sequence[LessonRow]) -> list[str]:
    """Return the sentences in one line, the latest at its end, and what to do about it."""
    return [remembered([rule_in(row) for row in rows], "lessonboard lesson ")] if rows else []


def step_lines(steps: Sequence[NextStep]) -> list[str]:
    """Return the first next step with its command, and how many more there are."""
    more = f" ({len(steps) - 1} more: `lessonboard lesson report`)" if len(steps) > 1 else ""
    return [f"lessonboard: {one_line(each.rule)[:100]}: {one_line(each.why)}: "
            f"`{one_line(each.command)}`{more}" for each in steps[:1]]  # fmt: skip


def are_terminals(output: TextIO) -> bool:
    """Return whether somebody types here and sees the output."""
    return sys.stdin is not None and sys.stdin.isatty() and output.isatty()
