"""Whether a worker runs in the background."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lessonboard.doctor.diagnosis import Diagnosis
from lessonboard.running_worker import running


def look(path: Path) -> Iterator[Diagnosis]:
    """Yield the one that does, and how to end it."""
    if number := running(path):
        found = f"one runs in the background (process {number}); `lessonboard stop` ends it"
        yield Diagnosis("worker", "good", found, details={"process": number})
