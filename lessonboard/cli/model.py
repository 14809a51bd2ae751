"""`lessonboard model`: who is asked about sessions, and what he was told."""

from __future__ import annotations

import time
from typing import Any

import click

from blackboard import BoardError
from blackboard.event import iso
from blackboard.events.consent import ModelAllowed, ModelWithdrawn, ProjectExcluded
from blackboard.events.understanding import ModelAnswered, ProposalRefused
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json, rounded
from lessonboard.cli.who_decides import decides

ENDPOINT = "endpoint"
PER_DAY = 100_000


@click.command()
@decides()
@click.argument("name", metavar="AGENT|endpoint")
@click.option("--tokens-per-day", type=click.IntRange(1), default=PER_DAY, show_default=True)
@click.option("--backlog", is_flag=True, help="Also sessions from before, whatever the account.")
@click.pass_obj
def allow(app: App, name: str, tokens_per_day: int, backlog: bool) -> None:
    """Let a model read digests of your sessions and propose lessons.

    AGENT is a coding agent that you are signed in to, such as claude-code or codex: it is asked
    about its own sessions alone, without tools, hooks or memory. `endpoint` is the one of [model]
    in the settings. `lessonboard reflect --show SESSION` prints what is sent.
    """
    payload = payload_of(app, name, tokens_per_day, backlog=backlog)
    with app.open() as board:
        board.record(payload, actor="human")
    asked = payload.agent or payload.endpoint
    click.echo(f"{asked} is asked after sessions, with {rounded(tokens_per_day)} tokens a day.")
    click.echo("Undo: lessonboard model withdraw")


def payload_of(app: App, name: str, tokens_per_day: int, *, backlog: bool = False) -> ModelAllowed:
    """The decision to ask somebody.

    Raises:
        BoardError: there is no such agent here, or no endpoint is configured.
    """
    from lessonboard.asking import offered

    limits: dict[str, Any] = {"tokens_per_day": tokens_per_day, "backlog": backlog}
    if name == ENDPOINT:
        settings = app.config.model
        if settings.name is None or not settings.address:
            raise BoardError("no endpoint is configured; set [model] name and base_url first")
        return ModelAllowed(endpoint=settings.address, **limits)
    found = offered()
    if name not in found:
        here = ", ".join(found) or "none"
        raise BoardError(f"{name} cannot be asked on this machine; found that can be: {here}")
    return ModelAllowed(agent=name, account=found[name], **limits)


@click.command()
@click.pass_obj
def withdraw(app: App) -> None:
    """Ask no model about sessions any more, and drop what is queued."""
    from scheduler.handlers.understand import drop_queued

    with app.open() as board:
        board.record(ModelWithdrawn(), actor="human")
        dropped = drop_queued(board)
    click.echo(f"No model is asked any more; {counted(dropped, 'question')} dropped.")


@click.command()
@decides(lambda ctx: bool(ctx.params["undo"]))
@click.argument("project")
@click.option("--undo", is_flag=True, help="Ask about its sessions again.")
@click.pass_obj
def exclude(app: App, project: str, undo: bool) -> None:
    """Ask no model about the sessions of a project."""
    with app.open() as board:
        names = board.projects(project)
        board.record(*(ProjectExcluded(name=each, excluded=not undo) for each in names),
                     actor="human")  # fmt: skip
    verb = "are asked about again" if undo else "are not asked about"
    click.echo(f"Sessions of {', '.join(map(one_line, names))} {verb}.")


@click.command()
@options.as_json
@click.pass_obj
def show(app: App, as_json: bool) -> None:
    """Show who is asked, what was spent today, and what waits."""
    from lessonboard.present.model import state, state_lines

    with options.reading(app) as board:
        found = state(board, app.config.model, time.time_ns() // 1000)
    if as_json:
        print_json(found)
        return
    for line in state_lines(found):
        click.echo(line)


@click.command()
@click.option("-n", "--limit", type=click.IntRange(1), default=10, show_default=True)
@options.as_json
@click.pass_obj
def log(app: App, limit: int, as_json: bool) -> None:
    """Show what a model was asked and answered, newest first, and what was refused of it."""
    types = [ModelAnswered.type, ProposalRefused.type]
    with options.reading(app) as board:
        events = [event for event in board.read(types=types) if event.payload][-limit:]
    told = [{"at": iso(event.occurred_at), "id": event.id, "type": event.type,
             **(event.payload or {})} for event in reversed(events)]  # fmt: skip
    if as_json:
        print_json(told)
        return
    for each in told:
        _print(each)
    if not told:
        click.echo("No model was asked about a session yet.")


def _print(each: dict[str, Any]) -> None:
    if each["type"] == ProposalRefused.type:
        reason, text = one_line(each["reason"]), one_line(each["text"])
        click.echo(f"{each['at']}  refused: {reason}: {text}")
        return
    about = f"{each['purpose']} {one_line(each['subject'])}"
    click.secho(f"{each['at']}  {one_line(each['asked'])}  {about}", bold=True)
    for name in ("question", "answer"):
        click.echo(f"  {name}:")
        for line in str(each[name]).splitlines():
            click.echo(f"    {one_line(line)}")
