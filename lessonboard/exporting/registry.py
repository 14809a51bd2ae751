"""Which files were exported from a board, so that `forget` can name them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import join, quote
from typing import NamedTuple

import orjson

from blackboard.sources.lines import parse
from blackboard.storage.exports import exports_path


class Export(NamedTuple):
    """A file and the command that rewrites it."""

    path: Path
    command: str


def remember(board: Path, path: Path, arguments: Sequence[str]) -> None:
    """Note that a command in the current folder wrote a file."""
    export = Export(path.absolute(), f"cd {quote(str(Path.cwd()))} && {join(arguments)}")
    if export in known(board):
        return
    line = orjson.dumps({"path": str(export.path), "command": export.command})
    descriptor = os.open(exports_path(board), os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    try:
        os.write(descriptor, line + b"\n")
    finally:
        os.close(descriptor)


def known(board: Path) -> list[Export]:
    """Return the exports that are still there, each file with the last command that wrote it."""
    return list({export.path: export for export in _lines(board) if export.path.exists()}.values())


def _lines(board: Path) -> Iterator[Export]:
    try:
        raw = Path(exports_path(board)).read_bytes()
    except FileNotFoundError:
        return
    for line in raw.splitlines():
        match parse(line):
            case {"path": str(path), "command": str(command)}:
                yield Export(Path(path), command)
