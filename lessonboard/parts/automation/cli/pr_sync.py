"""`lessonboard pr sync`: every pull request that was merged, from GitHub."""

from __future__ import annotations

import click

from blackboard import Board
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import counted, one_line, print_json, progress
from lessonboard.parts.automation.forge.gh import GitHubUnavailable
from lessonboard.parts.automation.forge.github import GitHub
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request


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
    half-way, what was recorded stays, and the next call goes on; one that GitHub refuses is named,
    and the others are recorded.
    """
    github = GitHub(app.project)
    merged = github.merged(since, most, repository)
    with app.open() as board:
        named = [(number, _project(app, board, repository, name)) for number, name in merged]
        missing = [(number, name) for number, name in named if not _is_known(board, name, number)]
        refused: dict[int, str] = {}
        with progress("Reading", len(missing)) as report:
            for number, project in missing:
                try:
                    state = github.pull_request(number, repository)
                except GitHubUnavailable as error:
                    if error.cause != "refused":
                        raise
                    refused[number] = str(error)
                else:
                    board.append(read_pull_request(state, project))
                report(1)
    recorded = [number for number, _ in missing if number not in refused]
    if as_json:
        print_json({"merged": len(merged), "recorded": recorded, "refused": refused})
    else:
        _print(len(merged), len(merged) - len(missing), recorded, most)
    for reason in refused.values():
        click.echo(f"lessonboard: {one_line(reason)}", err=True)
    if refused:
        raise SystemExit(1)


def _print(merged: int, known: int, recorded: list[int], most: int) -> None:
    click.echo(f"{counted(len(recorded), 'pull request')} recorded; {known} were known.")
    if merged == most:
        click.echo(f"There may be more: the latest {most} were looked at (--most).")


def _project(app: App, board: Board, repository: str | None, name: str) -> str:
    """The project here, as the board calls it; of another repository its name."""
    here = app.project if repository is None else None
    return board.project(here or name) or name


def _is_known(board: Board, project: str, number: int) -> bool:
    where = {"project": project, "number": number, "state": ["merged", "reverted"]}
    return bool(board.view("reviews", where=where))
