"""`lessonboard pr`: what happened to a change goes on the board, from GitHub or by hand."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, get_args

import click

from blackboard import BoardError
from blackboard.errors import UnknownProject
from blackboard.event import NewEvent
from blackboard.sources.lines import parse_value
from blackboard.vocabulary import ArtifactKind, ReviewVerdict
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.options import as_json
from lessonboard.cli.output import counted, one_line, print_json
from lessonboard.parts.automation.forge.github import GitHub
from lessonboard.parts.automation.pull_requests import by_hand
from lessonboard.parts.automation.pull_requests.change import Change
from lessonboard.parts.automation.pull_requests.pull_request import read_pull_request

_FILE = click.Path(path_type=Path)
_NUMBER = click.IntRange(1, 2**53 - 1)
_project = click.option(
    "--project", help="The project; default: the repository of the working folder."
)
_number = click.option("--pr", "number", type=_NUMBER, required=True, help="The change's number.")


@click.command("pr")
@click.argument("number", type=_NUMBER, required=False)
@click.option("--repository", metavar="OWNER/NAME", help="Where it is; default: the one here.")
@click.option(
    "--from", "file", type=_FILE, help="A saved one instead of asking; - is standard input."
)
@as_json
@click.pass_obj
def pr(
    app: App, number: int | None, repository: str | None, file: Path | None, as_json: bool
) -> None:
    """Record pull request NUMBER from GitHub: its reviews, rework, diff and merge.

    GitHub is asked through `gh`, which must be logged in. Recording it again adds what is new.
    """
    if file is not None and repository is not None:
        raise click.UsageError("give --repository or --from, not both: the file says where it is")
    if file is not None:
        state = _saved(file, number)
    elif number is None:
        raise click.UsageError("give the NUMBER of a pull request, or a saved one with --from")
    else:
        state = GitHub(app.project).pull_request(number, repository)
    _append(app, read_pull_request(state), as_json)


@click.command()
@click.argument("kind", type=click.Choice(get_args(ArtifactKind)))
@click.argument("file", type=_FILE)
@click.option("--pr", "number", type=_NUMBER, help="The number of the change that it explains.")
@click.option("--title", default="", help="What to call it.")
@_project
@as_json
@click.pass_obj
def artifact(
    app: App,
    kind: ArtifactKind,
    file: Path,
    number: int | None,
    title: str,
    project: str | None,
    as_json: bool,
) -> None:
    """Record a document: a specification, plan, diff, review, verification or note.

    FILE may be - for standard input. The same text of the same kind is recorded once.
    """
    change = Change(_project_here(app, project), number, by_hand.ACTOR)
    event = change.artifact(kind, _text(file), title=title, path=_relative(file))
    _append(app, [event], as_json)


@click.command()
@click.argument("file", type=_FILE)
@_number
@click.option("--reviewer", required=True, help="Who reviewed it.")
@click.option(
    "--verdict", type=click.Choice(get_args(ReviewVerdict)), required=True, help="What was decided."
)
@_project
@as_json
@click.pass_obj
def review(
    app: App,
    file: Path,
    number: int,
    reviewer: str,
    verdict: ReviewVerdict,
    project: str | None,
    as_json: bool,
) -> None:
    """Record a review whose words are in FILE; - is standard input.

    A review with the verdict changes-requested is also a request for rework.
    """
    change = Change(_project_here(app, project), number, by_hand.ACTOR)
    name = _said(reviewer, "--reviewer")
    _append(app, by_hand.review(change, name, verdict, _text(file)), as_json)


@click.command()
@_number
@click.option("--summary", required=True, help="What was changed because of the review.")
@click.option("--diff", "file", type=_FILE, help="A file with the difference; - is standard input.")
@_project
@as_json
@click.pass_obj
def rework(
    app: App, number: int, summary: str, file: Path | None, project: str | None, as_json: bool
) -> None:
    """Record that what a review asked for was done."""
    change = Change(_project_here(app, project), number, by_hand.ACTOR)
    diff = "" if file is None else _text(file)
    _append(app, [by_hand.rework(change, _said(summary, "--summary"), diff)], as_json)


@click.command()
@_number
@click.option("--commit", help="The commit by which it was merged.")
@_project
@as_json
@click.pass_obj
def merge(app: App, number: int, commit: str | None, project: str | None, as_json: bool) -> None:
    """Record that a change was merged."""
    change = Change(_project_here(app, project), number, by_hand.ACTOR)
    _append(app, [by_hand.merge(change, commit)], as_json)


def _append(app: App, events: list[NewEvent], as_json: bool) -> None:
    """Append what is new, and say what it was."""
    with app.open() as board:
        added = board.append(events)
    known = len(events) - len(added)
    stream = events[0].stream
    if as_json:
        told = [{"id": event.id, "type": event.type} for event in added]
        print_json({"stream": stream, "new": len(added), "known": known, "events": told})
        return
    where = one_line(stream.removeprefix("pr:").removeprefix("artifacts:"))
    click.echo(f"{where}: {counted(len(added), 'new event')}; {known} were known.")
    for event in added:
        click.echo(f"  {event.type}")


def _saved(file: Path, number: int | None) -> Any:
    """What a file tells of a pull request, which must be the one that is meant."""
    state = parse_value(_bytes(file))
    if not isinstance(state, dict):
        raise BoardError(
            f"could not read {_named(file)}: it holds no JSON object; "
            "save the answer of `gh api repos/OWNER/NAME/pulls/NUMBER`"
        )
    pull = state.get("pull_request", state)
    found = pull.get("number") if isinstance(pull, dict) else None
    if number is not None and found != number:
        raise BoardError(
            f"{_named(file)} holds pull request {found}, not {number}; nothing was recorded"
        )
    return state


def _text(file: Path) -> str:
    """The words in a file.

    Raises:
        BoardError: it cannot be read, or holds none.
    """
    raw = _bytes(file)
    if b"\0" in raw:
        raise BoardError(f"{_named(file)} is no text; nothing was recorded")
    return raw.decode("utf-8-sig", "replace")


def _bytes(file: Path) -> bytes:
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise BoardError(f"could not read {_named(file)}: {error.strerror}") from error
    if not raw.strip():
        raise BoardError(f"{_named(file)} is empty; nothing was recorded")
    return raw


def _named(file: Path) -> str:
    return "standard input" if str(file) == "-" else str(file)


def _said(value: str, option: str) -> str:
    if not value.strip():
        raise click.UsageError(f"{option} says nothing")
    return value


def _relative(file: Path) -> str | None:
    """A file's path as seen from here; of one that is elsewhere, its name alone."""
    if str(file) == "-":
        return None
    here, there = Path.cwd().resolve(), file.resolve()
    return there.relative_to(here).as_posix() if there.is_relative_to(here) else there.name


def _project_here(app: App, given: str | None) -> str:
    """The project that is meant: the one named, which may be new to the board, else that here."""
    with app.open() as board:
        try:
            return options.the_project(app, board, given)
        except UnknownProject:
            return given or ""
