"""`lessonboard project`: which names are one project, and putting that right by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import click

from blackboard import Board, BoardError
from blackboard.event import iso
from blackboard.views.rows import TieRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import one_line, print_json, print_lines, screen
from lessonboard.present.rows import project_lines


@click.command("list")
@options.as_json
@click.pass_obj
def list_(app: App, as_json: bool) -> None:
    """List the projects, latest first, with how much is known of each."""
    with app.open() as board:
        rows = _projects(board)
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
        ties = [row for row in board.view("ties", order="first_at") if _concerns(row, names)]
    if as_json:
        print_json({"project": project, "names": names, "ties": list(map(_tie_as_json, ties))})
        return
    click.secho(one_line(project), bold=True)
    for each in names:
        if each != project:
            click.echo(f"  {one_line(each)}")
    reasons = dict.fromkeys(map(_reason, ties))
    for reason in reasons:
        click.echo(f"  because {one_line(reason)}")


@click.command()
@click.argument("project")
@click.argument("into")
@click.option("--reason", default="", help="Why they are one.")
@click.pass_obj
def merge(app: App, project: str, into: str, reason: str) -> None:
    """Make PROJECT and INTO one project, called INTO."""
    from blackboard.events.repository import ProjectMerged

    with app.open() as board:
        one, other = options.the_project(app, board, project), options.the_project(app, board, into)
        if one == other:
            raise BoardError(f"{project!r} and {into!r} are one project already: {one}")
        merged = ProjectMerged(project=one, into=other, reason=reason)
        [event] = board.record(merged, actor="human")
        board.catch_up()
    click.echo(f"{one} is {other} now; undo it with: lessonboard project undo {event.id}")


@click.command()
@click.argument("name")
@click.option("--reason", default="", help="Why it is not the same.")
@click.pass_obj
def split(app: App, name: str, reason: str) -> None:
    """Take NAME, one of the names that `project show` lists, out of its project."""
    from blackboard.events.repository import ProjectSplit

    with app.open() as board:
        project = options.the_project(app, board, name)
        if name == project:
            raise BoardError(
                f"{name} is what its project is called; split off one of its other names: "
                f"lessonboard project show {name}"
            )
        if name not in board.names_of(project):
            raise BoardError(f"{name!r} is no whole name; see `lessonboard project show {project}`")
        split = ProjectSplit(name=name, project=project, reason=reason)
        [event] = board.record(split, actor="human")
        board.catch_up()
    click.echo(
        f"{name} is not {project} any more; undo it with: lessonboard project undo {event.id}"
    )


@click.command()
@click.argument("decision")
@click.option("--reason", default=None, help="Why.")
@click.pass_obj
def undo(app: App, decision: str, reason: str | None) -> None:
    """Take back a merge or a split, named by the id that it printed."""
    from blackboard.events import streams
    from blackboard.events.repository import ProjectDecisionUndone

    with app.open() as board:
        found = [row for row in board.view("ties", where={"kind": ["merged", "split"]})
                 if decision and row["id"].startswith(decision) and not row["undone"]]  # fmt: skip
        if len(found) != 1:
            raise BoardError(
                f"no merge or split that holds has the id {decision!r}; see `lessonboard events "
                "--type project.merged --type project.separated`"
            )
        [row] = found
        undone = ProjectDecisionUndone(decision=row["id"], reason=reason)
        board.record(undone, actor="human", stream=streams.project(row["other"] or ""))
        board.catch_up()
    click.echo(f"Undone: {one_line(_reason(row))}")


def _projects(board: Board) -> list[dict[str, Any]]:
    """Every project with its names and counts, the latest first."""
    last: dict[str, int] = {}
    sessions = Counter[str]()
    for row in board.view("sessions", where={"child": 0}):
        if row["project"]:
            sessions[row["project"]] += 1
            last[row["project"]] = max(last.get(row["project"], 0), row["last_at"])
    lessons = Counter(row["project"] for row in board.view("lessons") if row["project"])
    order = sorted(sessions.keys() | lessons.keys(), key=lambda name: (-last.get(name, 0), name))
    return [
        {
            "project": name,
            "names": [name, *(each for each in board.names_of(name) if each != name)],
            "sessions": sessions[name],
            "lessons": lessons[name],
            "last_at": last.get(name),
        }
        for name in order
    ]


def _concerns(row: TieRow, names: list[str]) -> bool:
    said = {row["one"], row["other"]}
    return row["kind"] in _REASONS and len(said) > 1 and bool(said & set(names))


_REASONS = {
    "session": "a session of {one} was in {other}",
    "remote": "git named {other} as the remote of {one}",
    "moved": "{one} was moved to {other}",
    "clone": "{other} was cloned into {one}",
    "worktree": "{other} is a worktree of {one}",
    "observed": "{one} has the remote {other}, seen on this machine",
    "merged": "you merged {one} into {other}",
    "split": "you split {one} off {other}",
}


def _reason(row: TieRow) -> str:
    taken_back = " (undone)" if row["undone"] else ""
    return (
        _REASONS[row["kind"]].format(one=row["one"] or "?", other=row["other"] or "none")
        + taken_back
    )


def _tie_as_json(row: TieRow) -> dict[str, Any]:
    return {
        "id": row["id"], "kind": row["kind"], "one": row["one"], "other": row["other"],
        "first_commit": row["first_commit"], "first_at": iso(row["first_at"]),
        "last_at": iso(row["last_at"]), "undone": bool(row["undone"]), "reason": _reason(row),
    }  # fmt: skip
