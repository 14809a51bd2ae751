"""`lessonboard automation record`: what happened to a change, entered by hand."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import click

from blackboard.errors import UnknownProject
from blackboard.event import NewEvent
from blackboard.vocabulary import ArtifactKind, ReviewVerdict
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.parts.automation.cli.recorded import append, text_of
from lessonboard.parts.automation.pull_requests import by_hand
from lessonboard.parts.automation.pull_requests.change import Change

_KINDS = click.Choice([*get_args(ArtifactKind), "rework", "merge"])
_TAKEN = {"review": {"reviewer", "verdict"}, "rework": {"summary"}, "merge": {"commit"}}
"""The options of some kinds; documents take a title, and a review without a verdict is one."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--kind", type=_KINDS, required=True, help="What FILE is, or what happened.")
@click.option("--pr", "number", type=click.IntRange(1, 2**53 - 1), help="Of which pull request.")
@click.option("--title", help="What to call a document.")
@click.option("--reviewer", help="Who reviewed it.")
@click.option("--verdict", type=click.Choice(get_args(ReviewVerdict)), help="What a review says.")
@click.option("--summary", help="What a rework changed; FILE is its diff, if there is one.")
@click.option("--commit", help="The commit of a merge.")
@click.option("--project", help="Default: the repository of the working folder.")
@options.as_json
@click.pass_obj
def record(
    app: App, /, file: Path | None, kind: str, number: int | None, project: str | None,
    as_json: bool, **more: str | None,
) -> None:  # fmt: skip
    """Record a document of a change, or that it was reviewed, reworked or merged.

    FILE may be - for standard input. A review with the verdict changes-requested is also a request
    for rework. The same thing recorded again adds nothing.
    """
    given = {name for name, value in more.items() if value is not None}
    is_document = kind not in ("rework", "merge") and not given & {"reviewer", "verdict"}
    if wrong := given - ({"title"} if is_document else _TAKEN.get(kind, set())):
        raise click.UsageError(f"--kind {kind} takes no --{min(wrong)}")
    if number is None and not is_document:
        raise click.UsageError(f"--kind {kind} needs --pr")
    if file is None and (is_document or kind == "review"):
        raise click.UsageError(f"--kind {kind} needs a FILE; - is standard input")
    _ensure_said(kind, more, is_document=is_document)
    text = "" if file is None else text_of(file)
    change = Change(_project_here(app, project), number, by_hand.ACTOR)
    append(app, _events(change, kind, text, file, more, is_document=is_document), as_json)


def _ensure_said(kind: str, more: Mapping[str, Any], *, is_document: bool) -> None:
    """Raise UsageError unless a review or rework has the options that it needs."""
    needed = [] if is_document or kind == "merge" else sorted(_TAKEN[kind])
    for name in needed:
        if not (more[name] or "").strip():
            raise click.UsageError(f"--kind {kind} needs --{name}")


def _events(
    change: Change, kind: Any, text: str, file: Path | None, more: Mapping[str, Any],
    *, is_document: bool,
) -> list[NewEvent]:  # fmt: skip
    if is_document:
        path = _relative(file) if file else None
        return [change.artifact(kind, text, title=more["title"] or "", path=path)]
    if kind == "review":
        return by_hand.review(change, more["reviewer"], more["verdict"], text)
    if kind == "rework":
        return [by_hand.rework(change, more["summary"], text)]
    return [by_hand.merge(change, more["commit"])]


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
