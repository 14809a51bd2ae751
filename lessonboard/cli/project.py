"""`lessonboard project`: which names are one project, and putting that right by hand."""

from __future__ import annotations

from typing import Any

import click

from blackboard.event import iso
from blackboard.views.rows import TieRow
from lessonboard import project_decisions
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json, print_lines, screen
from lessonboard.cli.who_decides import decides
from lessonboard.present.rows import project_lines
from lessonboard.present.ties import tie_reason
from lessonboard.project_list import projects, ties


@click.command("list")
@options.as_json
@click.pass_obj
def list_(app: App, as_json: bool) -> None:
    """List the projects, latest first, with how much is known of each."""
    with app.open() as board:
        rows = projects(board)
    if as_json:
        print_json([{**row, "last_at": row["last_at"] and iso(row["last_at"])} for row in rows])
        return
    if not rows:
        click.echo("No projects; `lessonboard import` reads the history on this machine.")
    where = screen()
    print_lines(line for row in rows for line in project_lines(row, where))


@click.command()
@click.argument("name", required=False)
@options.as_json
@click.pass_obj
def show(app: App, name: str | None, as_json: bool) -> None:
    """Show the names of a project, and what says that they are one."""
    with app.open() as board:
        project = options.the_project(app, board, name)
        names = board.names_of(project)
        found = ties(board, names)
    if as_json:
        print_json({"project": project, "names": names, "ties": list(map(_tie_as_json, found))})
        return
    click.secho(one_line(project), bold=True)
    for each in names:
        if each != project:
            click.echo(f"  {one_line(each)}")
    reasons = dict.fromkeys(map(tie_reason, found))
    for reason in reasons:
        click.echo(f"  because {one_line(reason)}")


@click.command()
@decides()
@click.argument("project")
@click.argument("into")
@click.option("--reason", default="", help="Why they are one.")
@click.pass_obj
def merge(app: App, project: str, into: str, reason: str) -> None:
    """Make PROJECT and INTO one project, called INTO."""
    with app.open() as board:
        one, other = options.the_project(app, board, project), options.the_project(app, board, into)
        event = project_decisions.merge(board, one, other, reason)
    click.echo(f"{one} is {other} now; undo it with: lessonboard project undo {event}")


@click.command()
@decides()
@click.argument("name")
@click.option("--reason", default="", help="Why it is not the same.")
@click.pass_obj
def split(app: App, name: str, reason: str) -> None:
    """Take NAME, one of the names that `project show` lists, out of its project."""
    with app.open() as board:
        project = options.the_project(app, board, name)
        event = project_decisions.split(board, name, project, reason)
    click.echo(f"{name} is not {project} any more; undo it with: lessonboard project undo {event}")


@click.command()
@decides()
@click.argument("decision")
@click.option("--reason", default=None, help="Why.")
@click.pass_obj
def undo(app: App, decision: str, reason: str | None) -> None:
    """Take back a merge or a split, named by the id that it printed."""
    with app.open() as board:
        row = project_decisions.undo(board, decision, reason)
    click.echo(f"Undone: {one_line(tie_reason(row))}")


def _tie_as_json(row: TieRow) -> dict[str, Any]:
    return {
        "id": row["id"], "kind": row["kind"], "one": row["one"], "other": row["other"],
        "first_commit": row["first_commit"], "first_at": iso(row["first_at"]),
        "last_at": iso(row["last_at"]), "undone": bool(row["undone"]), "reason": tie_reason(row),
    }  # fmt: skip
