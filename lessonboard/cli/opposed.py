"""How a person is shown what says the same as a rule of his, or the opposite."""

from __future__ import annotations

from typing import Any

import click

from blackboard.views.rows import RuleRow
from lessonboard.cli.output import one_line


def rule_of(row: RuleRow) -> str:
    """The rule that a lesson or insight states."""
    return str(row["constraint"] if "constraint" in row else row["statement"])


def briefly(row: RuleRow) -> dict[str, Any]:
    """A lesson or insight for other programs: which, what it says, and how it stands."""
    return {"id": row["id"], "rule": rule_of(row), "status": row["status"]}


def print_opposed(row: RuleRow) -> None:
    """Say that a rule contradicts a lesson or insight, and what can be done about it."""
    name = one_line(row["id"])
    click.echo(f"It contradicts {name} ({row['status']}): {one_line(rule_of(row))}", err=True)
    if row["status"] in ("candidate", "approved"):
        group = "insight" if "statement" in row else "lesson"
        click.echo(f"  Both are told now; to end that: lessonboard {group} retire {name}", err=True)


def print_same(row: RuleRow) -> None:
    """Say that another lesson or insight says the same."""
    name = f"{one_line(row['id'])} ({row['status']})"
    click.echo(f"{name} says the same: {one_line(rule_of(row))}", err=True)
