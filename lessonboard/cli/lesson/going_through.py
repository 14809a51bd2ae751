"""Going through what waits for a person, one key for each decision."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import click

from blackboard import Board
from reflect.curator import decisions
from reflect.finding import View


class Keys(NamedTuple):
    """What may be pressed, and what it does to a row.

    `prompt` names the keys; `s`, `u` and `q` skip, undo and quit.
    """

    prompt: str
    decide: Mapping[str, Callable[[Board, Any], object]]


class _Taken(NamedTuple):
    """A key that was pressed: at which place, about which row, and what it decided."""

    place: int
    name: str
    events: list[str]


def go_through(
    board: Board, view: View, names: Sequence[str], show: Callable[[Any], None], keys: Keys
) -> bool:
    """Ask about each row until the answers or the rows end; whether it were the rows."""
    place = 0
    taken: list[_Taken] = []
    while place < len(names):
        row = board.row(view, names[place])
        click.echo(f"\n{place + 1} of {len(names)}")
        show(row)
        key = _asked(keys)
        if key == "q":
            return False
        if key == "u":
            place = _undo(board, view, taken.pop()) if taken else _nothing_decided(place)
            continue
        if key in keys.decide:
            try:
                keys.decide[key](board, row)
            except decisions.Harmful as refused:
                click.echo(f"{refused}.")
            taken.append(_Taken(place, row["id"], _made_since(board, view, row)))
        place += 1
    return True


def _made_since(board: Board, view: View, before: Any) -> list[str]:
    known = {each["event"] for each in before["decisions"]}
    now = board.row(view, before["id"])["decisions"]
    return [each["event"] for each in now if each["event"] not in known]


def _undo(board: Board, view: View, taken: _Taken) -> int:
    """Undo all that one key decided, last first; returns the place of that row."""
    for event in reversed(taken.events):
        decisions.undo(board, board.row(view, taken.name), event)
    click.echo("Undone.")
    return taken.place


def _nothing_decided(place: int) -> int:
    click.echo("There is nothing to undo: nothing was decided yet.")
    return place


def _asked(keys: Keys) -> str:
    """Return a key that means something; the end of the input means to stop."""
    while True:
        click.echo(f"{keys.prompt}: ", nl=False)
        key = _pressed()
        click.echo(key if key.isprintable() else "")
        if key == "":
            return "q"
        if key in (*keys.decide, "s", "u", "q"):
            return key
        click.echo("Press one of the letters in brackets.")


def _pressed() -> str:
    """Return one key in lower case, or one line of what is piped in; empty at the end."""
    if not sys.stdin.isatty():
        line = sys.stdin.readline()
        return (line.strip().lower() or " ") if line else ""
    try:
        return click.getchar().lower()
    except EOFError:
        return ""
