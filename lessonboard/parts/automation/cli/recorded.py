"""What is recorded of a change: appended, and printed; and the files that it is read from."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from blackboard import BoardError
from blackboard.event import NewEvent
from lessonboard.bootstrap import App
from lessonboard.cli.output import counted, one_line, print_json


def append(app: App, events: list[NewEvent], as_json: bool) -> None:
    """Append what is new, and print what it was."""
    with app.open() as board:
        added = board.append(events)
    known = len(events) - len(added)
    stream = events[0].stream
    if as_json:
        new = [{"id": event.id, "type": event.type} for event in added]
        print_json({"stream": stream, "new": len(added), "known": known, "events": new})
        return
    where = one_line(stream.removeprefix("pr:").removeprefix("artifacts:"))
    click.echo(f"{where}: {counted(len(added), 'new event')}; {known} were known.")
    for event in added:
        click.echo(f"  {event.type}")


def text_of(file: Path) -> str:
    """The words in a file, or on standard input for `-`.

    Raises:
        BoardError: it cannot be read, or holds none.
    """
    raw = bytes_of(file)
    if b"\0" in raw:
        raise BoardError(f"{named(file)} is no text; nothing was recorded")
    return raw.decode("utf-8-sig", "replace")


def bytes_of(file: Path) -> bytes:
    """What is in a file, or on standard input for `-`.

    Raises:
        BoardError: it cannot be read, or is empty.
    """
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise BoardError(f"could not read {named(file)}: {error.strerror}") from error
    if not raw.strip():
        raise BoardError(f"{named(file)} is empty; nothing was recorded")
    return raw


def named(file: Path) -> str:
    """How a message names a file."""
    return "standard input" if str(file) == "-" else str(file)
