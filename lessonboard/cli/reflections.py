"""`lessonboard session --reflections`: what reflecting on sessions and pull requests found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from blackboard import Board
from blackboard.errors import NotFound
from blackboard.events import streams
from lessonboard.cli import options
from lessonboard.cli.output import print_json, print_lines
from lessonboard.present.reflections import look_in_full, look_in_short, look_json
from reflect.looks import ENDS, Look, latest, looks
from reflect.refusals import refusals


def print_reflections(
    board: Board, name: str | None, filters: Mapping[str, Any], limit: int, *, as_json: bool
) -> None:
    """Print the last reflection on each session and pull request, or all on a named one."""
    found = _latest(board, filters, limit) if name is None else _of(board, name)
    reasons = refusals(board, found)
    if as_json:
        print_json([look_json(each, reasons) for each in found])
    elif not found:
        click.echo("No reflections; `lessonboard session reflect` makes one.")
    else:
        lines = look_in_short if name is None else look_in_full
        print_lines(line for each in found for line in lines(each, reasons))


def _latest(board: Board, filters: Mapping[str, Any], limit: int) -> list[Look]:
    """Return the last of each, newest first; only a project narrows them down.

    Raises:
        UsageError: another filter was given.
    """
    if others := [
        name for name, value in filters.items() if value is not None and name != "project"
    ]:
        raise click.UsageError(f"--reflections takes --project alone, not --{others[0]}")
    project = filters["project"]
    names = None if project is None else board.projects(project)
    found = latest(board.read(types=ENDS))
    return [each for each in found if names is None or each.project in names][:limit]


def _of(board: Board, name: str) -> list[Look]:
    """Return all on a pull request, or on the session whose id begins so, oldest first.

    Raises:
        NotFound: there is no such session, or no reflection on it.
    """
    if own := looks(board.read(stream=streams.reflection(name))):
        return own
    session = options.session_named(board, name)
    if found := looks(board.read(stream=streams.reflection(session))):
        return found
    raise NotFound(
        f"there is no reflection on {session!r} yet; "
        f"`lessonboard session reflect --session {session}` makes one"
    )
