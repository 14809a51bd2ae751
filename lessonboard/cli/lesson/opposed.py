"""How a person is shown what says the same as their rule, or the opposite."""

from __future__ import annotations

from typing import Any

import click

from blackboard.views.rows import RuleRow
from blackboard.views.rule import rule_of
from lessonboard.cli.output import one_line


def briefly(row: RuleRow, verdict: str) -> dict[str, Any]:
    """Return what contradicts a rule, for other programs: id, words, status and certainty."""
    return {
        "id": row["id"], "rule": rule_of(row), "status": row["status"], "verdict": verdict
    }  # fmt: skip


def opposed_line(row: RuleRow, verdict: str) -> str:
    """Say that a lesson or insight contradicts a rule, or may."""
    verb = "contradicts" if verdict == "opposite" else "may contradict"
    return f"It {verb} {one_line(row['id'])} ({row['status']}): {one_line(rule_of(row))}"


def print_opposed(row: RuleRow, verdict: str) -> None:
    """Say that a rule contradicts a lesson or insight, and what can be done about it."""
    click.echo(opposed_line(row, verdict), err=True)
    if row["status"] in ("candidate", "approved"):
        click.echo(
            "  Agents are shown at most one of the two, and none while neither is stronger; to "
            f"drop the other: lessonboard lesson drop {one_line(row['id'])}",
            err=True,
        )


def print_same(row: RuleRow) -> None:
    """Say that another lesson or insight says the same."""
    name = f"{one_line(row['id'])} ({row['status']})"
    click.echo(f"{name} says the same: {one_line(rule_of(row))}", err=True)
