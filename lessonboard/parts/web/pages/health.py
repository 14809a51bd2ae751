"""Health: doctor's findings, what takes the disk, the chain and its anchor."""

from __future__ import annotations

from pathlib import Path

from lessonboard import anchors
from lessonboard.doctor import examine
from lessonboard.doctor.diagnosis import size_of
from lessonboard.pages.page import Asked, Moved, Shown
from lessonboard.parts.web.plots.bars import rows
from lessonboard.parts.web.plots.plot import Plot

_PAGES = {"contradictions": "/review", "work": "/queue", "memory": "/lessons", "off": "/projects"}
"""Where something can be done about a finding."""


def health(asked: Asked) -> Shown:
    """All findings of `lessonboard doctor`, with what can be drawn of them."""
    path = asked.app.path
    with asked.app.open(read_only=True) as own:
        events = own.log.head()
    return Shown("health.html", {
        "anchors": anchors.remembered(path),
        "events": events,
        "path": str(path),
    })  # fmt: skip


def findings(asked: Asked) -> Shown:
    """What `lessonboard doctor` finds, which takes a moment."""
    found = examine(asked.app, asked.clock)
    with asked.app.open(read_only=True) as own:  # so that other pages need not wait for it
        sizes = own.local.sizes()
    return Shown("findings.html", {
        "findings": found,
        "disk": _disk(asked.app.path, sizes),
        "pages": _PAGES,
    })  # fmt: skip


def verified(asked: Asked) -> Moved:
    """Check that no event was altered, and that the log still holds its anchor."""
    with asked.app.open(read_only=True) as own:  # as above: it reads every event
        found = own.verify()
        known = anchors.remembered(asked.app.path)
        problems = [*found.problems, *anchors.problems(own, known)]
    if problems:
        return Moved("/health", f"The log was altered: {problems[0]}")
    anchors.remember(asked.board, asked.clock)
    return Moved("/health", f"All {found.events} events are as they were recorded")


def _disk(path: Path, sizes: dict[str, int]) -> Plot:
    wal = Path(f"{path}-wal")
    log = {"write-ahead log": wal.stat().st_size} if wal.exists() else {}
    values = sorted({**sizes, **log}.items(), key=lambda each: -each[1])
    return rows("Size", "kind", [(name, float(size)) for name, size in values], _size)


def _size(value: float) -> str:
    return size_of(round(value))
