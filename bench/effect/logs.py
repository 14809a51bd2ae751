"""The logs of runs, a line each in the `*.jsonl` files of a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel

from bench.effect.play import Log

NAME = "runs.jsonl"
EXPLAINED = "explained.jsonl"


class Explained(BaseModel):
    """Why a memory made a task worse, by a person who read the logs of its runs."""

    agent: str
    model: str
    arm: str
    task: str
    explained: str
    by: str


def append(folder: Path, log: Log) -> None:
    """Append a run; what a killed program left of a line goes first."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / NAME).open("a+b") as file:
        file.seek(0)
        whole = file.read()
        file.truncate(whole.rfind(b"\n") + 1)
        file.write(log.model_dump_json().encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())


def read(folder: Path) -> Iterator[Log]:
    """All runs of a folder, but for a torn line at the end; raises ValueError with the place."""
    for path in sorted(folder.glob("runs*.jsonl")):
        yield from read_file(path)


def read_file(path: Path) -> Iterator[Log]:
    """The logs of a file, but for a torn line at the end; raises ValueError with the place."""
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], 1):
        try:
            yield Log.model_validate_json(line)
        except ValueError as error:
            raise ValueError(f"{path}:{number} is no log of a run: {error}") from error


def read_explained(folder: Path) -> Iterator[Explained]:
    """The lines of `explained.jsonl`, if it is there; raises ValueError."""
    path = folder / EXPLAINED
    for line in path.read_text().splitlines() if path.is_file() else ():
        yield Explained.model_validate_json(line)
