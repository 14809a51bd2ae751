"""Options that several commands share."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from blackboard import Board, BoardError
from blackboard.errors import Ambiguous, NotFound
from blackboard.event import iso, micros
from blackboard.session_names import meant
from lessonboard.bootstrap import App

Command = TypeVar("Command", bound=Callable[..., Any])

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON for other programs.")
team = click.option("--team", "place", help="Which team, where there are several: its place.")
project = click.option(
    "--project", help="The project: its remote, its path, or the last part of either."
)
limit = click.option(
    "--limit", type=click.IntRange(1), default=20, show_default=True, help="At most."
)
_SPAN = re.compile(r"^(\d+)([hdw])$")
_SECONDS = {"h": 3600, "d": 86_400, "w": 604_800}


class TimeParam(click.ParamType[int]):
    """A time: ISO 8601, or so many hours, days or weeks ago."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the time in microseconds since 1970."""
        if isinstance(value, int):
            return value
        span = _SPAN.match(value)
        if span:
            return max(0, int((time.time() - int(span[1]) * _SECONDS[span[2]]) * 1_000_000))
        try:
            return micros(value)
        except ValueError:
            self.fail(f"{value!r} is no time; write 2026-03-01 or 12h, 7d, 4w", param, ctx)


class MomentParam(click.ParamType[str]):
    """A moment in the past of a board: a position in its log, or a time as `TimeParam` reads it."""

    name = "moment"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the position, or the time in ISO 8601."""
        if re.fullmatch(r"[0-9]+", value):
            return str(value)
        try:
            return iso(TimeParam().convert(value, param, ctx))
        except click.UsageError:
            self.fail(f"{value!r} is no position and no time; write 1042, 2026-03-01 or 12h, 7d, "
                      "4w", param, ctx)  # fmt: skip


as_of = click.option(
    "--as-of",
    type=MomentParam(),
    metavar="WHEN",
    help="Answer as it was then: a position in the log, 2026-03-01T12:00Z, or 12h, 7d, 4w ago.",
)

_SESSION_FILTERS = (
    click.option("--project", help="Its remote, its path, or the last part of either."),
    click.option("--agent", help="Who ran, such as claude-code or codex."),
    click.option(
        "--since", type=TimeParam(), metavar="WHEN", help="Active since 2026-03-01, 12h, 7d."
    ),
    click.option(
        "--until", type=TimeParam(), metavar="WHEN", help="Begun before 2026-03-01, 12h, 7d."
    ),
)


def session_filters(command: Command) -> Command:
    """Return the options by which sessions are narrowed down."""
    for option in reversed(_SESSION_FILTERS):
        command = option(command)
    return command


def sessions_where(
    board: Board, project: str | None, agent: str | None, since: int | None, until: int | None
) -> dict[str, Any]:
    """Return the filters of sessions that were given, as the view takes them."""
    given = {"agent": agent, "last_at>=": since, "started_at<=": until}
    found: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if project is not None:
        found["project"] = board.projects(project)
    return found


@contextmanager
def reading(app: App, moment: str | None = None) -> Iterator[Board]:
    """The board for a read, perhaps as of a moment in the past.

    Raises:
        NoBoard: there is none.
    """
    with app.existing() as board:
        if moment is None:
            yield board
        else:
            with board.as_of(moment) as past:
                yield past


def the_project(app: App, board: Board, given: str | None) -> str:
    """Return the one project that is meant: the one named, else that of the working folder.

    Raises:
        BoardError: the name may mean several, or none was given and this is no repository.
        UnknownProject: no project has the name.
    """
    if given is None and app.project is None:
        raise BoardError(
            "found no project: this folder is in no repository; go into one, or give --project"
        )
    found = board.projects(given) if given is not None else [board.project(app.project) or ""]
    if len(found) > 1:
        raise Ambiguous(given or "", found)
    return found[0]


def session_named(board: Board, beginning: str) -> str:
    """Return the id of a session, or of the only one whose id begins so.

    Raises:
        NotFound: there is none.
        BoardError: there are several.
    """
    parent = beginning.partition("/")[0]
    alike = meant(beginning, board.keys("sessions", parent)) if beginning else []
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise Ambiguous(beginning, alike)
    raise NotFound(f"there is no session {beginning!r}; see `lessonboard session`")
