"""Whether automation is on for a project, and what it did there."""

from __future__ import annotations

from typing import Any

import click

from blackboard import Board
from blackboard.views.rows import AutomationRow
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, day, one_line, print_json
from lessonboard.parts.automation.cli.allow import described
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.improvements.proposals import Proposal, proposals, titles
from lessonboard.parts.automation.isolation.means import means
from lessonboard.present.as_json import row_json
from scheduler.work.queue import system_clock


def show(app: App, board: Board, project: str, *, as_json: bool) -> None:
    """Print the switch, the budgets, what was triggered or suppressed, and proposals."""
    machine = Automation(board, project, app.config.automation)
    rows = board.view("automation", where={"project": project}, order="-last_triggered_at")
    named, offered = titles(board, project, rows), proposals(board, project, machine)
    if as_json:
        print_json(_as_json(project, machine, rows, named, offered))
        return
    mode = "off" if not machine.is_enabled else "on, dry run" if machine.dry_run else "on"
    past = machine.past()
    click.echo(f"Automation for {one_line(project)}: {mode}")
    click.echo(
        f"  {counted(past.in_a_week(system_clock()), 'improvement')} this week, "
        f"{past.running} in work, {past.failures} failed in a row"
    )
    click.echo(f"  {means().summary}")
    click.echo(f"  opened for them: {one_line(described(machine.allowed))}")
    for row in rows:
        _print_row(row, named.get(row["fingerprint"]) or "no name")
    for each in offered:
        _print_proposal(each)
    click.echo("  more: `lessonboard automation --runs`, `lessonboard automation --manual`")


def _as_json(
    project: str, machine: Automation, rows: list[AutomationRow], named: dict[str, str],
    offered: list[Proposal],
) -> dict[str, Any]:  # fmt: skip
    past, allowed = machine.past(), machine.allowed
    return {
        "project": project,
        "enabled": machine.is_enabled,
        "dry_run": machine.dry_run,
        "in_a_week": past.in_a_week(system_clock()),
        "running": past.running,
        "failures": past.failures,
        "allowed": {"network": allowed.network, "env": sorted(allowed.variables)},
        "isolation": means().name,
        "fingerprints": [
            {**row_json("automation", row), "title": named.get(row["fingerprint"])} for row in rows
        ],
        "proposals": [{**each._asdict(), "pattern": each.pattern.model_dump()} for each in offered],
    }


def _print_proposal(proposal: Proposal) -> None:
    click.echo(
        f"  proposed: {one_line(proposal.title)}: {counted(proposal.pattern.count, 'time')} in "
        f"{counted(proposal.sessions, 'session')}; `lessonboard automation --explain --session "
        f"{one_line(proposal.session)}`"
    )


def _print_row(row: AutomationRow, title: str) -> None:
    issue = f", issue {row['issue']}" if row["issue"] else ""
    click.echo(
        f"  {one_line(title)} ({row['fingerprint'][:8]}): triggered "
        f"{counted(row['triggers'], 'time')}, {counted(row['dry_runs'], 'time')} dry; "
        f"suppressed {counted(row['suppressed'], 'time')}{issue}"
    )
    if row["outcome"]:
        click.echo(
            f"    measured on {day(row['measured_at'] or 0)}: {row['outcome']}; seen in "
            f"{row['recurred']} of {counted(row['examined'] or 0, 'examined session')}"
        )
    if row["reason"]:
        click.echo(f"    last not: {one_line(row['reason'])}")
