"""`lessonboard automation`: from patterns to improvements, if a person wants it."""

from __future__ import annotations

from typing import Any

import click

from blackboard import Board, BoardError
from blackboard.views.rows import AutomationRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, day, one_line, print_json
from lessonboard.cli.who_decides import decides
from lessonboard.parts.automation.cli.allow import described
from lessonboard.parts.automation.improvements.automation import Automation
from lessonboard.parts.automation.improvements.proposals import Proposal, proposals, titles
from lessonboard.parts.automation.improvements.session import patterns_of
from lessonboard.parts.automation.improvements.trigger import Verdict
from lessonboard.parts.automation.isolation.means import means
from lessonboard.present.as_json import row_json
from reflect.result import ReflectionResult
from scheduler.work.queue import system_clock

_project = click.option("--project", help="Default: the repository of the working folder.")
_session = click.option(
    "--session", "session_id", required=True, metavar="ID",
    help="The session to look at; its beginning will do.",
)  # fmt: skip


@click.command()
@_project
@options.as_json
@click.pass_obj
def status(app: App, project: str | None, as_json: bool) -> None:
    """Whether it is on, what it did, and what it decided against."""
    with app.open() as board:
        name = options.the_project(app, board, project)
        machine = Automation(board, name, app.config.automation)
        rows = board.view("automation", where={"project": name}, order="-last_triggered_at")
        past, allowed = machine.past(), machine.allowed
        named = titles(board, name, rows)
        offered = proposals(board, name, machine)
        in_a_week = past.in_a_week(system_clock())
        state = {
            "project": name,
            "enabled": machine.is_enabled,
            "dry_run": machine.dry_run,
            "in_a_week": in_a_week,
            "running": past.running,
            "failures": past.failures,
            "allowed": {"network": allowed.network, "env": sorted(allowed.variables)},
            "isolation": means().name,
            "fingerprints": [
                {**row_json("automation", row), "title": named.get(row["fingerprint"])}
                for row in rows
            ],
            "proposals": [
                {**each._asdict(), "pattern": each.pattern.model_dump()} for each in offered
            ],
        }
    if as_json:
        print_json(state)
        return
    mode = "off" if not state["enabled"] else "on, dry run" if state["dry_run"] else "on"
    click.echo(f"Automation for {one_line(name)}: {mode}")
    click.echo(
        f"  {counted(in_a_week, 'improvement')} this week, {past.running} in work, "
        f"{past.failures} failed in a row"
    )
    click.echo(f"  {means().summary}")
    click.echo(f"  opened for them: {one_line(described(allowed))}")
    for row in rows:
        _print_row(row, named.get(row["fingerprint"]) or "no name")
    for each in offered:
        _print_proposal(each)


@click.command()
@decides()
@_project
@click.option(
    "--for-real", is_flag=True, help="Open issues and pull requests, rather than only say so."
)
@click.option("--reason", default="", help="Why; it is kept.")
@click.pass_obj
def enable(app: App, project: str | None, for_real: bool, reason: str) -> None:
    """Switch it on for a project; without --for-real it only shows what it would do."""
    with app.open() as board:
        name = options.the_project(app, board, project)
        Automation(board, name, app.config.automation).enable(dry_run=not for_real, reason=reason)
    click.echo(f"Automation for {one_line(name)} is on{'' if for_real else ', dry run'}")


@click.command()
@_project
@click.option("--reason", default="", help="Why; it is kept.")
@click.pass_obj
def disable(app: App, project: str | None, reason: str) -> None:
    """Switch it off for a project, whatever the settings say."""
    with app.open() as board:
        name = options.the_project(app, board, project)
        Automation(board, name, app.config.automation).disable(reason)
    click.echo(f"Automation for {one_line(name)} is off")


@click.command()
@_session
@options.as_json
@click.pass_obj
def explain(app: App, session_id: str, as_json: bool) -> None:
    """Every question that decides about a session, with its answer; nothing is done."""
    with app.open() as board:
        machine, result = _looked(app, board, session_id)
        verdict = machine.explain(result)
    _show(verdict, as_json)


@click.command()
@_session
@options.as_json
@click.pass_obj
def trigger(app: App, session_id: str, as_json: bool) -> None:
    """Decide about a session, and act if every question is passed."""
    with app.open() as board:
        machine, result = _looked(app, board, session_id)
        verdict = machine.consider(result)
        dry_run = machine.dry_run
    _show(verdict, as_json)
    if verdict.triggers and not as_json:
        done = "an improvement would be asked for" if dry_run else "an improvement is on the queue"
        click.echo(f"{done}: {one_line(verdict.pattern.suggestion if verdict.pattern else '')}")


def _looked(app: App, board: Board, session_id: str) -> tuple[Automation, ReflectionResult]:
    row = board.row("sessions", options.session_named(board, session_id))
    if row["child"]:
        raise BoardError(
            f"{row['id']} was started by lessonboard itself: nothing is made of such sessions, "
            "or it would feed on itself"
        )
    return Automation(board, row["project"], app.config.automation), patterns_of(board, row)


def _show(verdict: Verdict, as_json: bool) -> None:
    if as_json:
        print_json(_as_json(verdict))
        return
    for check in verdict.checks:
        mark = "yes" if check.passed else "no "
        click.secho(f"{mark}  {check.name}: {one_line(check.found)}", bold=not check.passed)
    click.echo("It triggers." if verdict.triggers else f"It does not trigger: {verdict.reason}")


def _as_json(verdict: Verdict) -> dict[str, Any]:
    return {
        "triggers": verdict.triggers,
        "reason": verdict.reason,
        "fingerprint": verdict.fingerprint,
        "pattern": verdict.pattern.model_dump() if verdict.pattern else None,
        "checks": [check._asdict() for check in verdict.checks],
    }


def _print_proposal(proposal: Proposal) -> None:
    click.echo(
        f"  proposed: {one_line(proposal.title)}: {counted(proposal.pattern.count, 'time')} in "
        f"{counted(proposal.sessions, 'session')}; `lessonboard automation explain --session "
        f"{one_line(proposal.session)}`"
    )


def _print_row(row: AutomationRow, title: str) -> None:
    what = f"{one_line(title)} ({row['fingerprint'][:8]})"
    issue = f", issue {row['issue']}" if row["issue"] else ""
    click.echo(
        f"  {what}: triggered {counted(row['triggers'], 'time')}, "
        f"{counted(row['dry_runs'], 'time')} dry; suppressed {counted(row['suppressed'], 'time')}"
        f"{issue}"
    )
    if row["outcome"]:
        click.echo(
            f"    measured on {day(row['measured_at'] or 0)}: {row['outcome']}; seen in "
            f"{row['recurred']} of {counted(row['examined'] or 0, 'examined session')}"
        )
    if row["reason"]:
        click.echo(f"    last not: {one_line(row['reason'])}")
