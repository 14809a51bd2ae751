"""The result of a rerun and of each of its steps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from scheduler.browser.expected import Seen, place

Verdict = Literal["done", "failed", "not run", "skipped"]


@dataclass(frozen=True)
class StepOutcome:
    """The result of one step: how its target was found, and how long it took.

    For a failed step `expected` and `seen` say why; `screenshot` is a PNG.
    """

    number: int
    index: int
    intent: str
    verdict: Verdict
    seconds: float = 0.0
    found_by: str = ""
    note: str = ""
    expected: str = ""
    seen: Seen | None = None
    screenshot: bytes | None = field(default=None, repr=False)

    @property
    def told_seen(self) -> str:
        """What was seen instead, as one line; addresses come without their query."""
        if self.seen is None:
            return ""
        headings = ", ".join(f'"{heading}"' for heading in self.seen.headings) or "none"
        there = ", ".join(self.seen.candidates) or "nothing of that kind"
        title = f' "{self.seen.title}"' if self.seen.title else ""
        refused = f"; not allowed: {place(self.seen.refused)}" if self.seen.refused else ""
        return (
            f"the page {place(self.seen.url)}{title}; headings: {headings}; there: {there}{refused}"
        )


@dataclass(frozen=True)
class Rerun:
    """One run of a workflow; `parameters` have their secrets replaced."""

    run: str
    recording: str
    title: str
    started_at: int
    seconds: float
    parameters: dict[str, str]
    steps: tuple[StepOutcome, ...]

    @property
    def failed(self) -> StepOutcome | None:
        """The step that failed, if any."""
        return next((step for step in self.steps if step.verdict == "failed"), None)

    @property
    def succeeded(self) -> bool:
        """Whether every step that had to run was done."""
        return all(step.verdict in ("done", "skipped") for step in self.steps)

    @property
    def done(self) -> int:
        """The number of steps that were done."""
        return sum(step.verdict == "done" for step in self.steps)
