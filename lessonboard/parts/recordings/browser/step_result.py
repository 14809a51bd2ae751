"""How a step ended: done, or failed with what was expected and what was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lessonboard.parts.recordings.browser.expected import Seen


class StepFailed(Exception):
    """A step failed: what was expected, and what was seen instead."""

    def __init__(self, expected: str, seen: Seen) -> None:
        super().__init__(expected)
        self.expected = expected
        self.seen = seen


@dataclass(frozen=True)
class Done:
    """How a step was done, and what it read."""

    found_by: str = ""
    note: str = ""
    data: Any = None
