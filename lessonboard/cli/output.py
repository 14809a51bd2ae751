"""How results are shown: JSON for programs, plain lines for people, progress on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click
import orjson

from blackboard.event import iso

_TIMES = (
    "created_at", "updated_at", "last_seen_at", "started_at", "last_at", "last_injected_at",
    "opened_at", "merged_at", "last_triggered_at", "last_rerun_at", "since",
)  # fmt: skip


def print_json(value: Any) -> None:
    """One JSON value, indented."""
    click.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())


def print_json_line(value: Any) -> None:
    """One JSON value on a line of its own."""
    click.echo(orjson.dumps(value).decode())


def with_times(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row whose times are ISO 8601."""
    return {
        name: iso(value) if name in _TIMES and value is not None else value
        for name, value in row.items()
    }


def day(micros: int) -> str:
    """The date of a time in microseconds."""
    return iso(micros)[:10]


def counted(number: int, noun: str) -> str:
    """A number and what it counts.

    >>> counted(1, "lesson"), counted(2, "new session")
    ('1 lesson', '2 new sessions')
    """
    return f"{number} {noun}" + ("" if number == 1 else "s")


def rounded(number: int) -> str:
    """A large number for people.

    >>> rounded(135), rounded(12_949), rounded(202_582_400)
    ('135', '12.9k', '202.6M')
    """
    for unit, name in ((1_000_000, "M"), (1_000, "k")):
        if number >= unit:
            return f"{number / unit:.1f}{name}"
    return str(number)


def shown(text: str) -> str:
    """Text from elsewhere as one line that cannot steer a terminal."""
    return "".join(each if each.isprintable() else " " for each in " ".join(text.split()))


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error; nothing when that is not a terminal.

    Gives a function that is called with how much was done since the last call.
    """
    if not sys.stderr.isatty() or length <= 0:
        yield lambda _done: None
        return
    with click.progressbar(length=length, label=label, file=sys.stderr) as bar:
        yield bar.update
