"""`lessonboard automation pr [NUMBER]`: the pull requests on the board, and recording more."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from blackboard import Board
from blackboard.errors import Ambiguous, NotFound
from blackboard.views.rows import ReviewRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import day, one_line, print_json, print_lines, print_list
from lessonboard.present.as_json import row_json
from lessonboard.present.rows import review_lines

_LISTED, _FETCHED = 20, 100


@click.command()
@click.argument("name", metavar="[NUMBER]", required=False)
@click.option("--fetch", is_flag=True, help="Record NUMBER, or all merged lately, from GitHub.")
@click.option("--since", type=options.TimeParam(), metavar="WHEN",
              help="With --fetch: merged since 2026-03-01, 12h, 7d; default: 30d.")  # fmt: skip
@click.option("--from", "file", type=click.Path(path_type=Path),
              help="With --fetch: a saved one instead of asking; - is standard input.")  # fmt: skip
@click.option("--repository", metavar="OWNER/NAME",
              help="With --fetch: where it is; default: the one here.")  # fmt: skip
@options.project
@click.option("--limit", type=click.IntRange(1, 1000),
              help=f"At most; default: {_LISTED}, with --fetch {_FETCHED}.")  # fmt: skip
@options.as_of
@options.as_json
@click.pass_obj
def pr(
    app: App, name: str | None, fetch: bool, since: int | None, file: Path | None,
    repository: str | None, project: str | None, limit: int | None, as_of: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    """List recorded pull requests, latest first, or show one; --fetch records them from GitHub.

    GitHub is asked through `gh`, which must be logged in. Recording again adds what is new.
    """
    if not fetch and (since or file or repository):
        raise click.UsageError("--since, --from and --repository need --fetch")
    if fetch:
        from lessonboard.parts.automation.cli.fetching import fetched

        fetched(app, name, file, since, limit or _FETCHED, repository, as_json=as_json)
        return
    with options.reading(app, as_of) as board:
        if name is None:
            _list(board, project, limit or _LISTED, as_json=as_json)
        else:
            _show(board, name, board.project(app.project), as_json=as_json)


def _list(board: Board, project: str | None, limit: int, *, as_json: bool) -> None:
    where = {} if project is None else {"project": board.projects(project)}
    rows = board.view("reviews", where=where, order="-last_at", limit=limit)
    nothing = "No pull requests; `lessonboard automation pr --fetch` records them."
    as_row = partial(row_json, "reviews")
    print_list(rows, review_lines, as_row, nothing=nothing, as_json=as_json)


def _show(board: Board, name: str, here: str | None, *, as_json: bool) -> None:
    row = board.row("reviews", _key(board, name, here))
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
    raise NotFound(f"there is no pull request {name!r}; see `lessonboard automation pr`")


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
