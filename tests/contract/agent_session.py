"""The made-up session of the contract, and how files with it are imported."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from blackboard.board import Board
from blackboard.importer import import_files

ROOT = "/home/ada/parcels"
FILE = "src/price.js"
OLD, NEW = "const limit = 20", "const limit = 30"
NAME = "a1b2"

Fields = dict[str, Any]


class Said(NamedTuple):
    """The human typed something."""

    text: str


class Ran(NamedTuple):
    """The agent ran a shell line."""

    line: str
    output: str
    code: int = 0


class Read(NamedTuple):
    """The agent read a file."""

    output: str = OLD


class Edited(NamedTuple):
    """The agent changed a file."""

    output: str = "ok"


Step = Said | Ran | Read | Edited
SESSION: tuple[Step, ...] = (
    Said("Raise the limit of the price to 30 kg and run the tests."),
    Read(),
    Edited(),
    Ran("npm test", "error: PRICES is not set", 1),
    Ran("PRICES=dev npm test", "2 passed"),
    Said("Always run `make fmt` before you commit."),
)
Write = Callable[[Board, Path], None]


def imported(board: Board, folder: Path, name: str, records: Sequence[Fields]) -> None:
    """Import records as a file of the user's own agent, one a line."""
    path = folder / name
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    summary = import_files(board, [path], project="parcels", trusted=True)
    assert (summary.failed, summary.unknown_lines) == ([], 0)


def at_minute(number: int) -> str:
    """A time of the session."""
    return f"2026-03-01T10:{number:02d}:00.000Z"


def written(board: Board, path: Path, text: str, unknown: int = 0) -> None:
    """Import a text as a file of the user's own agent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    summary = import_files(board, [path], project="parcels", trusted=True)
    assert (summary.failed, summary.unknown_lines) == ([], unknown)
