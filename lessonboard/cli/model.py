"""`lessonboard admin model`: who is asked about sessions, and what was sent."""

from __future__ import annotations

import time
from typing import Any

import click

from blackboard import Board
from blackboard.event import iso
from blackboard.events.consent import PER_DAY, ModelAllowed, ProjectExcluded
from blackboard.events.understanding import ModelAnswered, ProposalRefused
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json, rounded
from lessonboard.cli.who_decides import decides, given, without


@click.command()
@decides(without("undo"))
@click.argument("name", metavar="AGENT|endpoint", required=False)
@click.option(
    "--tokens-per-day", type=click.IntRange(1), default=PER_DAY, show_default=True,
    help="For all questions and answers of a UTC day.",
)  # fmt: skip
@click.option("--backlog", is_flag=True, help="Also earlier sessions, whatever the account.")
@click.option("--yes", is_flag=True, help="Do not ask before the backlog is queued.")
@click.option("--undo", is_flag=True, help="Stop asking models, and drop what is queued.")
@click.pass_obj
def allow(
    app: App, name: str | None, tokens_per_day: int, backlog: bool, yes: bool, undo: bool
) -> None:
    """Let a model read digests of your sessions and propose lessons.

    AGENT is a coding agent that you are signed in to, such as claude-code or codex: it is asked
    only about its own sessions, without tools, hooks or memory. `endpoint` is the server of
    [model] in the settings. `lessonboard session reflect --show SESSION` prints what is sent.
    """
    if undo:
        _withdraw(app)
        return
    if name is None:
        raise click.UsageError("name who may be asked: an agent such as claude-code, or endpoint")
    from lessonboard.asking import permission
    from reflect.model.consent import consent
    from scheduler.handlers.understand import ask_waiting

    payload = permission(app.config.model, name, tokens_per_day, backlog=backlog)
    with app.open() as board:
        if backlog and not yes:
            _confirm_backlog(board, name, payload)
        board.record(payload, actor="human")
        ask_waiting(board)
        asked = consent(board).asked
        queued = _queue_backlog(board) if backlog else 0
    click.echo(f"{one_line(asked)} is asked after sessions, with {rounded(tokens_per_day)} tokens "
               "a day.")  # fmt: skip
    if backlog:
        click.echo(f"{counted(queued, 'session')} from before queued, the newest first.")
    click.echo("Undo: lessonboard admin model allow --undo")


def _confirm_backlog(board: Board, name: str, payload: ModelAllowed) -> None:
    """Ask about sessions that count as another provider's, naming who held and who would read."""
    from lessonboard.asking import held_with, price

    took = price(board, name, time.time_ns() // 1000)
    click.echo(f"{counted(took.backlog_sessions, 'session')} from before or with another account: "
               f"about {rounded(took.backlog_tokens)} tokens, at most "
               f"{rounded(payload.tokens_per_day)} a day.", err=True)  # fmt: skip
    for who, number in held_with(board, name).items():
        click.echo(f"  {counted(number, 'session')} held with {one_line(who)}", err=True)
    reader = payload.endpoint or f"{payload.agent} as {payload.account or 'an unknown account'}"
    click.confirm(f"Let {one_line(reader)} read them?", abort=True, err=True)


def _queue_backlog(board: Board) -> int:
    """Of those that wait the newest is asked about first, so the oldest session is queued first."""
    from scheduler.handlers.understand import ask_to_understand

    rows = list(board.view("sessions", where={"child": 0}, order="started_at"))
    return sum(ask_to_understand(board, row) for row in rows)


def _withdraw(app: App) -> None:
    from lessonboard import asking

    with app.open() as board:
        dropped = asking.withdraw(board)
    click.echo(f"No model is asked from now on; {counted(dropped, 'question')} dropped.")


@click.command()
@decides(given("undo"))
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
@click.option("--log", "logged", is_flag=True, help="What was asked and answered, newest first.")
@click.option(
    "-n", "--limit", type=click.IntRange(1), default=10, show_default=True,
    help="With --log: the most questions, answers and refusals.",
)  # fmt: skip
@options.as_json
@click.pass_obj
def model(app: App, logged: bool, limit: int, as_json: bool) -> None:
    """Show who is asked about sessions, what was spent today, and what waits."""
    if logged:
        _log(app, limit, as_json=as_json)
        return
    from lessonboard.present.model import state, state_lines

    with options.reading(app) as board:
        found = state(board, app.config.model, time.time_ns() // 1000)
    if as_json:
        print_json(found)
        return
    for line in state_lines(found):
        click.echo(line)


def _log(app: App, limit: int, *, as_json: bool) -> None:
    types = [ModelAnswered.type, ProposalRefused.type]
    with options.reading(app) as board:
        events = [event for event in board.read(types=types) if event.payload][-limit:]
    found = [{"at": iso(event.occurred_at), "id": event.id, "type": event.type,
              **(event.payload or {})} for event in reversed(events)]  # fmt: skip
    if as_json:
        print_json(found)
        return
    for each in found:
        _print(each)
    if not found:
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
