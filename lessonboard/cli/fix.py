"""`lessonboard fix`: what was done about an error before."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from blackboard.errors import NotFound
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json
from lessonboard.unread import nothing_read, say_how_far

if TYPE_CHECKING:
    from blackboard import Board

_MOST_READ = 16 << 20
"""Bytes of standard input that are kept, the last ones: a log ends with what went wrong."""

_CHUNK = 1 << 20


@click.command()
@click.argument("error", nargs=-1)
@options.project
@click.option("--limit", type=click.IntRange(1), help="The most remedies. Default: what fits.")
@options.as_json
@click.pass_obj
def fix(
    app: App, error: Sequence[str], project: str | None, limit: int | None, as_json: bool
) -> None:
    """Show what was done about ERROR before: where it was seen, what worked, if it came back.

    ERROR is an error line or the whole output of a program; it needs no quotes. With - or in a
    pipe it is read from standard input, such as a log; without it the last failure of this
    project is used. All projects are searched, unless one is named; fixes from here come first.
    Works without lessons; a lesson about this error is shown first.
    """
    from blackboard.fixes import fixes
    from blackboard.session_names import short_ids
    from lessonboard.present.fixes import fixes_json, fixes_lines

    text = _given(error)
    with app.existing() as board:
        projects = None if project is None else board.projects(project)
        project_here = board.project(app.project)
        text = text or _last_error(board, project_here)
        found = fixes(board, text, projects=projects, here=project_here)
        sessions = [each.latest.session for each in found.remedies]
        names, me = short_ids(sessions, board.keys("sessions")), board.person
        unread = "" if found.seen or as_json else nothing_read(board)
        say_how_far(app, board)
    if as_json:
        print_json(fixes_json(found, limit))
        return
    for line in (*fixes_lines(found, names, limit, me), *filter(None, [unread])):
        click.echo(line)


def _given(words: Sequence[str]) -> str:
    """Return the error that was given; empty when there is none."""
    if words and tuple(words) != ("-",):
        return " ".join(words)
    if words or not sys.stdin.isatty():
        return _standard_input()
    return ""


def _standard_input() -> str:
    """Return the end of standard input, read in pieces so that a log of any length fits."""
    data = b""
    while chunk := sys.stdin.buffer.read(_CHUNK):
        data = (data + chunk)[-_MOST_READ:]
    return data.decode("utf-8", "replace").strip()


def _last_error(board: Board, project: str | None) -> str:
    from blackboard.fixes import last_failure

    row = last_failure(board, project)
    if row is None:
        where = f"in {project}" if project else "on the board"
        told = f"no failure is known {where}; give an error, or pipe a log in"
        raise NotFound(f"{told}. {nothing_read(board)}".strip())
    return "\n".join(row["lines"])
