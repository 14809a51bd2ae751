"""How results are shown: JSON for programs, plain lines for people, progress on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click
import orjson

from blackboard.event import iso
from lessonboard.present.text import counted, day
from lessonboard.present.text import line as shown

__all__ = ["counted", "day", "print_json", "print_json_line", "progress", "shown", "with_times"]

_TIMES = (
    "created_at", "updated_at", "last_seen_at", "started_at", "last_at", "last_injected_at",
    "opened_at", "merged_at", "last_triggered_at", "last_rerun_at",
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
