"""`lessonboard session [ID]`: listing sessions and reading one as a conversation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import dropwhile, islice
from typing import TYPE_CHECKING, Any

import click

from blackboard.errors import NotFound
from blackboard.session_names import short_ids
from blackboard.views.rows import SessionRow
from lessonboard.bootstrap import App
from lessonboard.cli import options
from lessonboard.cli.output import print_json, print_lines, print_list, screen
from lessonboard.present.as_json import row_json
from lessonboard.present.rows import session_lines
from lessonboard.unread import nothing_read

if TYPE_CHECKING:
    from blackboard import Board
    from blackboard.conversation import Entry

_SESSIONS = 20
_ENTRIES = 200
"""Entries of a conversation that are shown together; a few screens."""


@click.command()
@click.argument("session_id", metavar="[ID]", required=False)
@options.session_filters
@click.option(
    "--from", "start", metavar="EVENT", help="Start there: a hit's number, or an event's id."
)
@click.option("--failures", is_flag=True, help="Only what failed, with the error lines.")
@click.option("--reflections", is_flag=True, help="Show what reflection found instead.")
@click.option(
    "--limit", type=click.IntRange(1),
    help=f"The most sessions, {_SESSIONS} by default, or entries of one, {_ENTRIES}.",
)  # fmt: skip
@options.as_of
@options.as_json
@click.pass_obj
def session(
    app: App, /, session_id: str | None, start: str | None, failures: bool, reflections: bool,
    limit: int | None, as_of: str | None, as_json: bool, **filters: Any,
) -> None:  # fmt: skip
    """List sessions, latest first; with an ID read one as a conversation.

    The beginning of an ID is enough. A conversation shows what was asked, answered, run and
    changed, what failed and why, what lessonboard showed the agent and what followed. The number
    before each entry is its position in the log.
    """
    given = [name for name, value in filters.items() if value is not None]
    if session_id is not None and given:
        raise click.UsageError("give an ID or filters, not both")
    if session_id is None and (start is not None or failures):
        raise click.UsageError("--from and --failures need the ID of a session")
    with options.reading(app, as_of) as board:
        if reflections:
            from lessonboard.cli.reflections import print_reflections

            print_reflections(board, session_id, filters, limit or _SESSIONS, as_json=as_json)
        elif session_id is None:
            _list(board, filters, limit or _SESSIONS, as_json=as_json)
        else:
            row = board.row("sessions", options.session_named(board, session_id))
            entries = _from(_entries(board, row), start)
            chosen = (entry for entry in entries if entry.failed or not failures)
            if as_json:
                _print_json(row, islice(chosen, limit))
            else:
                _print(board, row, chosen, limit or _ENTRIES)


def _list(board: Board, filters: Mapping[str, Any], limit: int, *, as_json: bool) -> None:
    where = options.sessions_where(board, **filters)
    rows = board.view("sessions", where=where, order="-last_at", limit=limit + 1)
    lines = partial(session_lines, screen=screen())
    as_row = partial(row_json, "sessions")
    nothing = "No sessions." if rows else nothing_read(board) or "No sessions."
    print_list(rows[:limit], lines, as_row, nothing=nothing, as_json=as_json)
    if len(rows) > limit and not as_json:
        click.echo(f"There are more; --limit {2 * limit} shows the next ones too.")


def _entries(board: Board, row: SessionRow) -> Iterator[Entry]:
    from blackboard.conversation import conversation
    from blackboard.session_events import session_events, subagents

    return conversation(session_events(board, row), subagents(board, row))


def _from(entries: Iterator[Entry], start: str | None) -> Iterator[Entry]:
    """Yield the entries from a hit on: its position on the log, or a prefix of its event's id.

    Raises:
        NotFound: the session has no such event.
    """
    if start is None:
        return entries
    at = int(start) if start.isdecimal() and start.isascii() else None
    rest = dropwhile(
        lambda entry: entry.position != at and not entry.event.startswith(start), entries
    )
    first = next(rest, None)
    if first is None or not start:
        raise NotFound(f"this session has no event {start!r}; leave --from out to see it all")
    return _before(first, rest)


def _before(first: Entry, rest: Iterator[Entry]) -> Iterator[Entry]:
    yield first
    yield from rest


def _print_json(row: SessionRow, entries: Iterator[Entry]) -> None:
    from lessonboard.present.conversation import entry_json

    print_json(
        {"session": row_json("sessions", row), "entries": [entry_json(each) for each in entries]}
    )


def _print(board: Board, row: SessionRow, entries: Iterator[Entry], limit: int) -> None:
    from lessonboard.present.conversation import conversation_lines, heading

    known = board.keys("sessions")
    names = short_ids((key for key in known if key.startswith(row["id"])), known)
    lines = heading(row, names[row["id"]])
    print_lines([*lines, *conversation_lines(islice(entries, limit), names)])
    following = next(entries, None)
    if following is not None:
        name = names[row["id"]]
        click.echo(f"\nContinue with: lessonboard session {name} --from {following.position}")
