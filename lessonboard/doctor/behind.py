"""Whether transcripts wait to be imported: how many, since when, and the last scan."""

from __future__ import annotations

from collections.abc import Iterator

from blackboard import Board, BoardError
from blackboard.event import iso
from blackboard.transcript_files import Stamp
from lessonboard.bootstrap import App
from lessonboard.discovery import transcripts
from lessonboard.doctor.diagnosis import Diagnosis, ago, size_of
from lessonboard.hooks.background import EVERYTHING
from lessonboard.present.text import counted
from lessonboard.sweep import behind, since_when, stamps

_LONG = 3_600_000_000
"""Microseconds after which a transcript has waited for too long: its session rests or is over."""


def look(app: App, board: Board, now: int) -> Iterator[Diagnosis]:
    """Yield what the next sweep will read; sessions that are under way are among it."""
    since = since_when(board)
    if since is None:
        return
    known = stamps(board)
    files = behind(transcripts(_extra(app)), known, since)
    swept = board.local.imports.swept_at()
    swept = swept if swept > EVERYTHING else 0
    last = f"the worker looked {ago(max(0, now - swept))} ago" if swept else "no worker looked yet"
    if not files:
        yield Diagnosis(
            "sweep",
            "good",
            f"no transcript changed since it was read; {last}",
            details=_details(0, 0, swept),
        )
        return
    size = sum(max(0, file.size - max(0, _read(known, file.path))) for file in files)
    oldest = min(file.modified_ns for file in files) // 1000
    found = (
        f"{counted(len(files), 'transcript')} changed since the board read them ({size_of(size)}), "
        f"the first {ago(max(0, now - oldest))} ago; {last}"
    )
    details = _details(len(files), oldest, swept) | {"bytes": size}
    if now - oldest > _LONG:
        advice = "`lessonboard admin worker --until-idle` imports them; so does the next session."
        yield Diagnosis("sweep", "note", found, advice, details)
    else:
        yield Diagnosis("sweep", "good", found, details=details)


def _read(known: dict[str, Stamp], path: str) -> int:
    return known[path].size if path in known else 0


def _details(files: int, oldest: int, swept: int) -> dict[str, int | str | None]:
    times = {"since": oldest, "swept": swept}
    return {"behind": files, **{name: iso(at) if at else None for name, at in times.items()}}


def _extra(app: App) -> list[str]:
    try:
        return app.config.import_.paths
    except BoardError:
        return []  # reported by another check
