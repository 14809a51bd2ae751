"""`automation pr --fetch`: one pull request, all that were merged lately, or a saved one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

from blackboard import Board, BoardError
from blackboard.sources.lines import parse_value
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, print_json, progress
from lessonboard.parts.automation.cli.recorded import append, bytes_of, named
from lessonboard.parts.automation.forge.gh import GitHubUnavailable
from lessonboard.parts.automation.forge.github import GitHub
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request

_LARGEST = 2**53 - 1
_MONTH = 30 * 86_400 * 1_000_000


def fetched(
    app: App, name: str | None, file: Path | None, since: int | None, most: int,
    repository: str | None, *, as_json: bool,
) -> None:  # fmt: skip
    """Record the pull request of a number, the one in a file, or all that were merged.

    Raises:
        UsageError: the options do not fit together, or the name is no number.
        BoardError: a file holds none, or another one.
    """
    if file is not None and repository is not None:
        raise click.UsageError("give --repository or --from, not both: the file says where it is")
    number = None if name is None else _number_of(name)
    if number is None and file is None:
        _merged_since(app, since, most, repository, as_json=as_json)
        return
    if file is not None:
        state = _saved(file, number)
    else:
        assert number is not None
        state = GitHub(app.project).pull_request(number, repository)
    append(app, read_pull_request(state), as_json)


def _number_of(name: str) -> int:
    digits = name.removeprefix("#")
    if not digits.isascii() or not digits.isdigit() or not 1 <= int(digits) <= _LARGEST:
        raise click.UsageError(f"{name!r} is no number of a pull request")
    return int(digits)


def _saved(file: Path, number: int | None) -> dict[str, Any]:
    """The pull request in a file, which must be the one that is meant."""
    state = parse_value(bytes_of(file))
    if not isinstance(state, dict):
        raise BoardError(
            f"could not read {named(file)}: it holds no JSON object; "
            "save the answer of `gh api repos/OWNER/NAME/pulls/NUMBER`"
        )
    pull = state.get("pull_request", state)
    found = pull.get("number") if isinstance(pull, dict) else None
    if number is not None and found != number:
        raise BoardError(
            f"{named(file)} holds pull request {found}, not {number}; nothing was recorded"
        )
    return state


def _merged_since(
    app: App, since: int | None, most: int, repository: str | None, *, as_json: bool
) -> None:
    """Record every pull request merged since then that the board lacks, latest first.

    Interrupted, what was recorded stays, and the next call goes on; one that GitHub refuses is
    named, and the others are recorded.
    """
    since = since if since is not None else time.time_ns() // 1000 - _MONTH
    github = GitHub(app.project)
    merged = github.merged(since, most, repository)
    with app.open() as board:
        named_ = [(number, _project(app, board, repository, name)) for number, name in merged]
        missing = [(number, name) for number, name in named_ if not _is_known(board, name, number)]
        refused = _record(board, github, missing, repository)
    recorded = [number for number, _ in missing if number not in refused]
    if as_json:
        print_json({"merged": len(merged), "recorded": recorded, "refused": refused})
    else:
        known = len(merged) - len(missing)
        click.echo(f"{counted(len(recorded), 'pull request')} recorded; {known} were known.")
        if len(merged) == most:
            click.echo(f"There may be more: the latest {most} were looked at (--limit).")
    for reason in refused.values():
        click.echo(f"lessonboard: {one_line(reason)}", err=True)
    if refused:
        raise SystemExit(1)


def _record(
    board: Board, github: GitHub, missing: list[tuple[int, str]], repository: str | None
) -> dict[int, str]:
    """Record each; return why those were not that GitHub refused."""
    refused: dict[int, str] = {}
    with progress("Reading", len(missing)) as report:
        for number, project in missing:
            try:
                state: Any = github.pull_request(number, repository)
            except GitHubUnavailable as error:
                if error.cause != "refused":
                    raise
                refused[number] = str(error)
            else:
                board.append(read_pull_request(state, project))
            report(1)
    return refused


def _project(app: App, board: Board, repository: str | None, name: str) -> str:
    """The project here, as the board calls it; of another repository its name."""
    here = app.project if repository is None else None
    return board.project(here or name) or name


def _is_known(board: Board, project: str, number: int) -> bool:
    where = {"project": project, "number": number, "state": ["merged", "reverted"]}
    return bool(board.view("reviews", where=where))
