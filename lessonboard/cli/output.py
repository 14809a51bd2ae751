"""How results reach people and programs: JSON, lines, a pager for long lists, progress."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click
import orjson

from blackboard.sanitise import escaped
from lessonboard.present.line import Line
from lessonboard.present.screen import Screen
from lessonboard.present.text import counted, day, one_line, rounded

__all__ = [
    "counted",
    "day",
    "one_line",
    "print_json",
    "print_json_line",
    "print_lines",
    "print_list",
    "progress",
    "rounded",
    "screen",
]


Shown = TypeVar("Shown")
"""A row that is listed."""

_STYLES: dict[str, dict[str, Any]] = {
    "quiet": {"dim": True},
    "strong": {"bold": True},
    "bad": {"fg": "red"},
    "good": {"fg": "green"},
    "waiting": {"fg": "yellow"},
}


def print_json(value: Any) -> None:
    """Print one JSON value, indented."""
    click.echo(escaped(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()))


def print_json_line(value: Any) -> None:
    """Print one JSON value on its own line."""
    click.echo(escaped(orjson.dumps(value).decode()))


def screen() -> Screen:
    """Return the terminal that output goes to; one without a width where it goes to a pipe."""
    if not sys.stdout.isatty():
        return Screen()
    columns, lines = shutil.get_terminal_size()
    return Screen(columns, time.time_ns() // 1000, _coloured(), lines)


def _coloured() -> bool:
    """Return whether a terminal may be given colours: https://no-color.org."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def print_lines(lines: Iterable[Line], *, paged: bool = True) -> None:
    """Print a list; on a terminal coloured unless NO_COLOR is set, and by a pager when long."""
    found = list(lines)
    if not sys.stdout.isatty():
        click.echo("".join(f"{line.text}\n" for line in found), nl=False)
        return
    coloured = _coloured()
    styled = [
        click.style(line.text, **_STYLES[line.tone])
        if coloured and line.tone in _STYLES
        else line.text
        for line in found
    ]
    if paged and len(styled) > shutil.get_terminal_size().lines - 2:
        os.environ.setdefault("LESS", "-FRX")  # colours, and no pager for what fits after all
        click.echo_via_pager("\n".join(styled))
    else:
        click.echo("\n".join(styled))


def print_list(
    rows: Sequence[Shown],
    lines: Callable[[Shown], Iterable[Line]],
    to_json: Callable[[Shown], Any],
    *,
    nothing: str,
    as_json: bool,
) -> None:
    """Rows as lines for a person, or as one JSON list; `nothing` is said where there are none."""
    if as_json:
        print_json([to_json(row) for row in rows])
        return
    if not rows:
        click.echo(nothing)
    print_lines(line for row in rows for line in lines(row))


@contextmanager
def reaching(label: str, length: int) -> Iterator[Callable[[int], None]]:
    """A progress bar for work that says how far it has come, not how much it has done since."""
    with progress(label, length) as report:
        reached = 0

        def step(position: int) -> None:
            nonlocal reached
            report(position - reached)
            reached = position

        yield step


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
