"""`lessonboard pr sync`: every pull request that was merged, from GitHub."""

from __future__ import annotations

from typing import Any

import click

from blackboard import Board
from blackboard.sources.pull_request import read_pull_request
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, print_json, progress
from scheduler.forge.github import GitHub


@click.command()
@click.option(
    "--since", type=options.TimeParam(), default="30d", show_default=True, metavar="WHEN",
    help="Merged since 2026-03-01, 12h, 7d.",
)  # fmt: skip
@click.option(
    "--most", type=click.IntRange(1, 1000), default=100, show_default=True, help="At most so many."
)
@click.option("--repository", metavar="OWNER/NAME", help="Where they are; default: the one here.")
@options.as_json
@click.pass_obj
def sync(app: App, since: int, most: int, repository: str | None, as_json: bool) -> None:
    """Record every pull request merged since WHEN that the board lacks, latest first.

    GitHub is asked through `gh`: once for the list, and six times for each that is new. Stopped
    half-way, what was recorded stays, and the next call goes on.
    """
    github = GitHub(app.project)
    merged = github.merged(since, most, repository)
    with app.open() as board:
        missing = [number for number, project in merged if not _is_known(board, project, number)]
        with progress("Reading", len(missing)) as report:
            for number in missing:
                board.append(read_pull_request(github.pull_request(number, repository)))
                report(1)
    found: dict[str, Any] = {"merged": len(merged), "recorded": missing}
    if as_json:
        print_json(found)
        return
    known = len(merged) - len(missing)
    click.echo(f"{counted(len(missing), 'pull request')} recorded; {known} were known.")
    if len(merged) == most:
        click.echo(f"There may be more: the latest {most} were looked at (--most).")


def _is_known(board: Board, project: str, number: int) -> bool:
    where = {"project": board.project(project), "number": number, "state": ["merged", "reverted"]}
    return bool(board.view("reviews", where=where))
