"""`lessonboard session`: the sessions on the board."""

from __future__ import annotations

import click

from blackboard.views.view import Row
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import day, print_json, rounded, shown, with_times


@click.group()
def session() -> None:
    """Sessions of coding agents that were taken in."""


@session.command("list")
@options.project
@click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="The most sessions."
)
@options.as_of
@options.as_json
@click.pass_obj
def list_(app: App, project: str | None, limit: int, as_of: str | None, as_json: bool) -> None:
    """The sessions, latest first."""
    with options.reading(app, as_of) as board:
        where = {} if project is None else {"project": board.projects(project)}
        rows = board.view("sessions", where=where, order="-last_at", limit=limit)
    if as_json:
        print_json([with_times(row) for row in rows])
        return
    if not rows:
        click.echo("No sessions.")
    for row in rows:
        counts = (
            f"{row['total_messages']} messages, {row['tool_uses']} tools, {row['failures']} failed"
            f"{_tokens(row)}"
        )
        click.echo(
            f"{day(row['started_at'])}  {row['agent']}  {shown(row['project'] or '')}  {counts}"
        )
        click.echo(f"  {row['id']}  {shown(row['title'])[:100]}")


def _tokens(row: Row) -> str:
    """What a session took of its models, where its transcript tells; cached input is counted."""
    cached = row["cache_read_tokens"] + row["cache_write_tokens"]
    taken, given = row["input_tokens"] + cached, row["output_tokens"]
    if not taken and not given:
        return ""
    models = ", ".join(each["model"] for each in row["usage"]) or row["model"] or "a model"
    return f", {rounded(taken)} tokens in and {rounded(given)} out by {shown(models)}"
