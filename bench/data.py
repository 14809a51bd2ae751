"""The transcripts of a run: made ones, or given ones that are repeated in changed words."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from bench.made.sessions import Sessions
from bench.repeated import Copy, copied
from blackboard.transcript_files import find

_IN_BATCH, _IN_SAMPLE = 2_000, 10_000
"""Events of a batch of transcripts, and of those that are imported to measure that."""

_OTHER, _FEW = 9_999, 10
"""A copy that no board has, and transcripts that are few."""

_given: list[Path] = []


def use(folder: Path) -> int:
    """Use the transcripts of a folder instead of made ones; returns how many there are.

    Raises:
        ValueError: there are none.
    """
    _given[:] = find([folder])
    if not _given:
        raise ValueError(f"found no transcript in {folder}: give a folder of an agent's sessions")
    return len(_given)


def kind() -> str:
    """What the boards of this run are made of."""
    if _given:
        return f"{len(_given)} given transcripts, repeated in changed words"
    return "made sessions (`bench/made`)"


def batches(folder: Path) -> Iterator[Sequence[Path]]:
    """Transcripts without an end, some at a time; each batch takes the place of the last."""
    if _given:
        for number in count():
            yield list(find([copied(_given, Copy(number), folder)]))
    sessions = Sessions()
    while True:
        shutil.rmtree(folder, ignore_errors=True)
        yield _written(sessions, folder, _IN_BATCH)


def sample(folder: Path, events: int = _IN_SAMPLE) -> Sequence[Path]:
    """Transcripts of so many events that no board of this run holds yet, below a folder."""
    if not _given:
        return _written(Sessions(folder.name), folder, events)
    names = find([copied(_given, Copy(_OTHER), folder)])
    return list(names) if events >= _IN_SAMPLE else list(names)[:_FEW]


def _written(sessions: Sessions, folder: Path, events: int) -> list[Path]:
    paths, brought = [], 0
    while brought < events:
        path, more = sessions.write(folder)
        paths.append(path)
        brought += more
    return paths
