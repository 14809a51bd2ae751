"""`lessonboard pr`: the pull requests on the board."""

from __future__ import annotations

from functools import partial

import click

from blackboard import Board
from blackboard.errors import Ambiguous, NotFound
from blackboard.views.rows import ReviewRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import day, one_line, print_json, print_lines, print_list
from lessonboard.present.as_json import row_json
from lessonboard.present.rows import review_lines


@click.command("list")
@options.project
@options.limit
@options.as_of
@options.as_json
@click.pass_obj
def list_(app: App, project: str | None, limit: int, as_of: str | None, as_json: bool) -> None:
    """The pull requests, latest first."""
    with options.reading(app, as_of) as board:
        where = {} if project is None else {"project": board.projects(project)}
        rows = board.view("reviews", where=where, order="-last_at", limit=limit)
    nothing = "No pull requests; see `lessonboard pr fetch --help`."
    as_row = partial(row_json, "reviews")
    print_list(rows, review_lines, as_row, nothing=nothing, as_json=as_json)


@click.command()
@click.argument("name", metavar="ID")
@options.as_of
@options.as_json
@click.pass_obj
def show(app: App, name: str, as_of: str | None, as_json: bool) -> None:
    """One pull request; its number is enough where that is the only one, or of the project here."""
    with options.reading(app, as_of) as board:
        row = board.row("reviews", _key(board, name, board.project(app.project)))
    if as_json:
        print_json([row_json("reviews", row)])
    else:
        _print_whole(row)


def _key(board: Board, name: str, project: str | None) -> str:
    """The pull request of that name, or the only one whose name ends so.

    Raises:
        NotFound: there is none.
        BoardError: there are several.
    """
    keys = board.keys("reviews")
    number = name.removeprefix("#")
    for key in (name, f"{project}#{number}"):
        if key in keys:
            return key
    endings = (f"/{name}", f"#{number}")
    alike = [key for key in keys if key.endswith(endings)]
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise Ambiguous(name, alike)
    raise NotFound(f"there is no pull request {name!r}; see `lessonboard pr list`")


def _print_whole(row: ReviewRow) -> None:
    print_lines(review_lines(row))
    for reviewer, verdict in row["verdicts"].items():
        click.echo(f"  {one_line(reviewer)}: {verdict}")
    if row["author"]:
        click.echo(f"  by {one_line(row['author'])}")
    if row["merged_at"] is not None:
        lines = f"{row['additions']} lines added, {row['deletions']} removed"
        commit = f" as {one_line(row['merged_commit'])}" if row["merged_commit"] else ""
        click.echo(f"  merged on {day(row['merged_at'])}{commit}: {lines}")
    if row["artifacts"]:
        click.echo(f"  documents: {', '.join(row['artifacts'])}")
    click.echo(f"  its events: lessonboard admin events --stream 'pr:{one_line(row['pr'])}'")
